/** What the address after `#` says: which finding or cell is open, and what is filtered. */
export interface Address {
  readonly open: { readonly kind: 'finding' | 'cell'; readonly id: string } | null
  readonly filters: URLSearchParams
  /** Whether it is an address of ours at all, and not a place on the page. */
  readonly isOurs: boolean
}

/** Reads `#finding-ID?product=Ads`, `#cell-ID` and `#matrix?verdict=violation`. */
export function readAddress(): Address {
  const [place = '', query = ''] = decodeURI(location.hash.slice(1)).split('?', 2)
  const [, kind, id = ''] = /^(finding|cell)-(.+)$/.exec(place) ?? []
  return {
    open: kind === undefined ? null : { kind: kind as 'finding' | 'cell', id },
    filters: new URLSearchParams(query),
    isOurs: kind !== undefined || place === 'matrix' || place === '',
  }
}

/** An address as text; without anything open or filtered the page's own. */
export function addressOf(open: Address['open'], filters: URLSearchParams): string {
  const query = filters.size === 0 ? '' : `?${filters}`
  if (open !== null) return `#${open.kind}-${open.id}${query}`
  return query === '' ? location.pathname + location.search : `#matrix${query}`
}

/** Goes to an address so that Back leads out of it again. */
export function goTo(open: Address['open'], filters: URLSearchParams): void {
  history.pushState({ opened: true }, '', addressOf(open, filters))
}

/** Changes the address without a step for Back. */
export function changeTo(open: Address['open'], filters: URLSearchParams): void {
  history.replaceState(history.state, '', addressOf(open, filters))
}

/** Leaves what is open: by Back where it was opened by a step of ours. */
export function leave(filters: URLSearchParams): void {
  if ((history.state as { opened?: boolean } | null)?.opened === true) history.back()
  else history.replaceState(null, '', addressOf(null, filters))
}
