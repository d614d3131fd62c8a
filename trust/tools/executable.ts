import { execFileSync } from 'node:child_process'

/**
 * Writes a shell script that can be started at once. Another process writes it: a program that is open for writing cannot be started
 * (`ETXTBSY`), and a child that another thread of the tests starts at that moment would hold our open file.
 */
export function executable(file: string, script: string): string {
  execFileSync('/bin/sh', ['-c', 'cat > "$0" && chmod 755 "$0"', file], { input: `#!/bin/sh\n${script}\n` })
  return file
}
