/** The text that replaces a credential. Plain ASCII without quotes: JSON stays JSON, and a header stays a header. */
export const redacted = '[redacted]'
