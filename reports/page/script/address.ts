/** What stands after `#` in the address: the open finding or cell, and the filters. */
export interface Address {
  readonly open: { readonly kind: 'finding' | 'cell'; readonly id: string } | null
  readonly filters: URLSearchParams
  /** True for an address of a finding, of a cell or of the matrix, and for none. False for another place on the page. */
  readonly isOurs: boolean
}

/** Reads the address: `#finding-ID?product=Ads`, `#cell-ID` or `#matrix?verdict=violation`. */
export function readAddress(): Address {
  const [place = '', query = ''] = decodeURI(location.hash.slice(1)).split('?', 2)
  const [, kind, id = ''] = /^(finding|cell)-(.+)$/.exec(place) ?? []
  return {
    open: kind === undefined ? null : { kind: kind as 'finding' | 'cell', id },
    filters: new URLSearchParams(query),
    isOurs: kind !== undefined || place === 'matrix' || place === '',
  }
}

/** The address as text. Where nothing is open or filtered, it is the address of the page. */
export function addressOf(open: Address['open'], filters: URLSearchParams): string {
  const query = filters.size === 0 ? '' : `?${filters}`
  if (open !== null) return `#${open.kind}-${open.id}${query}`
  return query === '' ? location.pathname + location.search : `#matrix${query}`
}

/** Goes to an address. Back leads out of it again. */
export function goTo(open: Address['open'], filters: URLSearchParams): void {
  history.pushState({ opened: true }, '', addressOf(open, filters))
}

/** Changes the address, without a step for Back. */
export function changeTo(open: Address['open'], filters: URLSearchParams): void {
  history.replaceState(history.state, '', addressOf(open, filters))
}

/** Closes the open finding or cell: by Back, where this page opened it. */
export function leave(filters: URLSearchParams): void {
  if ((history.state as { opened?: boolean } | null)?.opened === true) history.back()
  else history.replaceState(null, '', addressOf(null, filters))
}
