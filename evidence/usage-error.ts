/** What a user got wrong, or what is not there: one clear sentence, exit 2, no stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
