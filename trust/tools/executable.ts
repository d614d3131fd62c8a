import { execFileSync } from 'node:child_process'

/**
 * A shell script as a program that can be started at once. Another process writes it: what another thread of the tests starts in that
 * moment holds our open files, and a program that is open for writing cannot be started (`ETXTBSY`).
 */
export function executable(file: string, script: string): string {
  execFileSync('/bin/sh', ['-c', 'cat > "$0" && chmod 755 "$0"', file], { input: `#!/bin/sh\n${script}\n` })
  return file
}
