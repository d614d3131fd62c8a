import { execFileSync } from 'node:child_process'

/**
 * Lets another process write a shell script, so that it can be started at once. A program that is open for writing cannot be started
 * (`ETXTBSY`). If we wrote it, a child that another test thread starts meanwhile would hold our open file.
 */
export function executable(file: string, script: string): string {
  execFileSync('/bin/sh', ['-c', 'cat > "$0" && chmod 755 "$0"', file], { input: `#!/bin/sh\n${script}\n` })
  return file
}
