import { secretKeys, type TestRunFacts } from './test-run.ts'

/** The text of the page beside an exported scenario: the commands that lead from the folder to the findings. */
export function exportPage(facts: TestRunFacts, scenario: string, what: string): string {
  const { name, archive, parallelism, k6Version, hasHeaders } = facts
  const processes = Array.from({ length: parallelism }, (_, index) => index + 1)
  const logs = processes.map((index) => `pod-${index}.log`).join(' ')
  const headers = hasHeaders ? ` and \`${secretKeys.headers}={"Name":"value"}\`` : ''
  return `# ${scenario} for the k6 operator

${what}, in ${parallelism} pods of k6 ${k6Version}. The archive holds the script and what it asks, and no key.

The key goes into a Secret, out of a file with \`${secretKeys.key}=…\`${headers} in it that only you can read: never into an argument list.

\`\`\`sh
kubectl create secret generic ${name} --from-env-file=load.env
kubectl create configmap ${name} --from-file=${archive}
kubectl apply -f testrun.yaml
kubectl wait testrun/${name} --for=jsonpath='{.status.stage}'=finished --timeout=2h
${processes.map((index) => `kubectl logs job/${name}-${index} > pod-${index}.log`).join('\n')}
npx suite merge --load ${logs} --out merged
\`\`\`

\`merge\` judges all pods together: percentiles are those of all requests, and a log that is missing is refused. The logs hold counts and times, nothing that the service said. Each pod ends itself where more than half of its requests fail. Remove the test with \`kubectl delete -f testrun.yaml\` before the next one.

A pod's metrics can go elsewhere at the same time, by k6's own outputs; add to \`arguments\`:

- Prometheus: \`--out experimental-prometheus-rw\`, and \`K6_PROMETHEUS_RW_SERVER_URL\` in \`runner.env\`
- OpenTelemetry: \`--out opentelemetry\`, and \`K6_OTEL_GRPC_EXPORTER_ENDPOINT\` in \`runner.env\`
`
}
