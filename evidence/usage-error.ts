/** An error of the user's, or something missing: the command prints one clear sentence and no stack, and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
