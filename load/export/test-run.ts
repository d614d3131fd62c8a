import { stringify } from 'yaml'
import { variables } from '../wire.ts'

/** What a manifest is made of. */
export interface TestRunFacts {
  /** Of the test, its ConfigMap and its Secret: `platform-api-average`. */
  readonly name: string
  /** The file of the archive in the ConfigMap. */
  readonly archive: string
  readonly parallelism: number
  readonly baseUrl: string
  readonly k6Version: string
  /** Headers for every request are in the Secret too: their values are secrets. */
  readonly hasHeaders: boolean
  /** 32 hex digits of the run, where each request is to carry a W3C `traceparent`; else null. */
  readonly traceId: string | null
}

/** The members of the Secret, named as the variables that the script reads. */
export const secretKeys = { key: variables.key, headers: variables.headers } as const

/**
 * A TestRun of the k6 operator (`k6.io/v1alpha1`), as text. It holds no key, and names where one is. The initializer gets no
 * environment of its own: the operator would put its values, the key among them, into an argument list.
 */
export function testRunManifest(facts: TestRunFacts): string {
  const { name, archive, parallelism, baseUrl, k6Version, hasHeaders, traceId } = facts
  const image = `grafana/k6:${k6Version}`
  const secret = (key: string) => ({ name: key, valueFrom: { secretKeyRef: { name, key } } })
  return stringify(
    {
      apiVersion: 'k6.io/v1alpha1',
      kind: 'TestRun',
      metadata: { name },
      spec: {
        parallelism,
        script: { configMap: { name, file: archive } },
        // Raw: the log holds what merge reads, and nothing around it.
        arguments: '--log-format raw --log-output=stdout --no-usage-report',
        initializer: { image },
        runner: {
          image,
          env: [
            { name: variables.baseUrl, value: baseUrl },
            secret(secretKeys.key),
            ...(hasHeaders ? [secret(secretKeys.headers)] : []),
            ...(traceId === null ? [] : [{ name: variables.traceId, value: traceId }]),
          ],
        },
      },
    },
    { lineWidth: 0 },
  )
}
