/** What stands in a credential's place. Plain ASCII without quotes, so that JSON stays JSON and a header a header. */
export const redacted = '[redacted]'
