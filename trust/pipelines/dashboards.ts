import { textOf } from '../documents/files.ts'

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[] }[]
  readonly templating: { readonly list: readonly { readonly type: string; readonly query: string }[] }
}

/** Every query of a dashboard: of its panels, and of its template variables. */
export function expressionsOf(file: string): readonly string[] {
  const { panels, templating } = JSON.parse(textOf(file)) as Dashboard
  const choices = templating.list.filter(({ type }) => type === 'query').map(({ query }) => query)
  return [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...choices]
}

/** The metrics that a query names. */
export function metricsIn(expression: string): readonly string[] {
  return expression.match(/\b(?:platform_api_suite|k6)_\w+/g) ?? []
}

/** The labels that a query selects or groups by. */
export function labelsIn(expression: string): readonly string[] {
  const selected = [...expression.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)]
  const grouped = [...expression.matchAll(/\b(?:by|without|ignoring|on)\s*\(([^)]*)\)/g)]
  return [...selected.map(([, label = '']) => label), ...grouped.flatMap(([, list = '']) => list.split(/\s*,\s*/))]
}
