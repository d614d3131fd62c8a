import { stringify } from 'yaml'
import { variables } from '../wire.ts'

/** The facts that a manifest is made of. */
export interface TestRunFacts {
  /** The name of the test, its ConfigMap and its Secret: `platform-api-average`. */
  readonly name: string
  /** The name of the archive's file in the ConfigMap. */
  readonly archive: string
  readonly parallelism: number
  readonly baseUrl: string
  readonly k6Version: string
  /** True where the Secret holds headers for every request too: their values are secrets. */
  readonly hasHeaders: boolean
  /** The run's trace id, 32 hex digits; each request then carries a W3C `traceparent`. Null for none. */
  readonly traceId: string | null
}

/** The members of the Secret. They have the names of the variables that the script reads. */
export const secretKeys = { key: variables.key, headers: variables.headers } as const

/**
 * A TestRun of the k6 operator (`k6.io/v1alpha1`), as text. It holds no key, and names the Secret that does. The initializer gets no
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
        // Raw: the log holds only the lines that merge reads.
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
