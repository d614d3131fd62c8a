import { AsyncLocalStorage } from 'node:async_hooks'
import { stderr, stdout } from 'node:process'
import { dispatch } from '../../commands/dispatch.ts'
import { sayLastWords } from '../../run/last-words.ts'

/*
 * Started by warm-suite.ts. Runs command lines as suite.ts does, one after another or several at a time. All code is loaded already.
 * An uncaught error ends the process, and fails every test that waits for an answer.
 */

/** A command line to run. */
export interface WarmQuestion {
  readonly id: number
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Exit code and output of a command line. */
export interface WarmAnswer {
  readonly id: number
  readonly code: number
  readonly output: string
}

const written = new AsyncLocalStorage<string[]>()
for (const stream of [stdout, stderr]) {
  const write = stream.write.bind(stream)
  stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    const texts = written.getStore()
    if (texts === undefined) return write(chunk, ...rest)
    texts.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    return true
  }) as typeof write
}
// Every run listens to signals of its own.
process.setMaxListeners(0)
process.on('disconnect', () => process.exit(0))

async function answer({ id, words, environment }: WarmQuestion): Promise<void> {
  const texts: string[] = []
  const code = await written.run(texts, async () => {
    try {
      return await dispatch(words, environment)
    } catch (error) {
      sayLastWords(error)
      return 2
    }
  })
  process.send?.({ id, code, output: texts.join('') } satisfies WarmAnswer)
}

process.on('message', (question: WarmQuestion) => answer(question))
