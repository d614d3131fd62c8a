/**
 * What Retry-After says about when to come back. Pure and without any `Date.parse`, so that k6 and Node read it alike in every time zone
 * (Sobek and V8 both take the asctime form for local time, and `-5` for a date).
 */
export type RetryAfter =
  | { readonly kind: 'absent' }
  /** The wait from the arrival of the answer, in whole milliseconds, never negative. */
  | { readonly kind: 'seconds' | 'date'; readonly waitMs: number }
  /** The value breaks the grammar of RFC 9110. `why` names the fault in a few words and never repeats the value. */
  | { readonly kind: 'malformed'; readonly why: string }

// One string and no array: each VU of k6 holds a copy of it.
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const month = `(${months})`
const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const longDay = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)'
const time = '([0-9]{2}):([0-9]{2}):([0-9]{2})'

const makeForms = () => ({
  imfFixdate: new RegExp(`^${day}, ([0-9]{2}) ${month} ([0-9]{4}) ${time} GMT$`),
  rfc850Date: new RegExp(`^${longDay}, ([0-9]{2})-${month}-([0-9]{2}) ${time} GMT$`),
  asctimeDate: new RegExp(`^${day} ${month} ([0-9]{2}| [0-9]) ${time} ([0-9]{4})$`),
})

/** Made with the first date: each VU of k6 would hold the patterns, though few services send a date. */
let forms: ReturnType<typeof makeForms> | null = null

/** The moment in milliseconds since the epoch; null for a day or a time that does not exist. */
function instant(year: number, monthName: string, dayText: string, clock: readonly string[]): number | null {
  const [hour = 99, minute = 99, second = 99] = clock.map(Number)
  const dayOfMonth = Number(dayText)
  const date = new Date(0)
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, months.split('|').indexOf(monthName), dayOfMonth)
  // `setUTCFullYear` turns February 30 into a day of March.
  if (date.getUTCDate() !== dayOfMonth) return null
  // 60 is a leap second, which the grammar allows.
  if (hour > 23 || minute > 59 || second > 60) return null
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000
}

/** RFC 9110 §5.6.7: two digits mean the latest year with these digits that is at most 50 years after `now`. */
function inCentury(digits: number, read: (year: number) => number | null, now: number): number | null {
  const today = new Date(now)
  const latest = new Date(now).setUTCFullYear(today.getUTCFullYear() + 50)
  const century = Math.floor(today.getUTCFullYear() / 100) * 100
  const moments = [100, 0, -100].map((more) => read(century + more + digits))
  return moments.find((at) => at !== null && at <= latest) ?? null
}

/**
 * Reads an HTTP-date in its three forms (RFC 9110 §5.6.7), case-sensitive as the grammar demands: milliseconds since the epoch, or null. A
 * wrong weekday is accepted: it does not change the instant. The two-digit year of the RFC 850 form is read relative to `now`.
 */
export function readHttpDate(text: string, now: number): number | null {
  forms ??= makeForms()
  const { imfFixdate, rfc850Date, asctimeDate } = forms
  const imf = imfFixdate.exec(text)
  if (imf !== null) return instant(Number(imf[3]), imf[2] ?? '', imf[1] ?? '', imf.slice(4, 7))
  const asctime = asctimeDate.exec(text)
  if (asctime !== null) return instant(Number(asctime[6]), asctime[1] ?? '', asctime[2] ?? '', asctime.slice(3, 6))
  const old = rfc850Date.exec(text)
  if (old === null) return null
  return inCentury(Number(old[3]), (year) => instant(year, old[2] ?? '', old[1] ?? '', old.slice(4, 7)), now)
}

function fault(text: string): string {
  if (text === '') return 'the value is empty'
  if (/^[-+][0-9]/.test(text)) return 'a sign before the digits'
  if (/^[0-9]+[.][0-9]*$|^[.][0-9]+$/.test(text)) return 'a fraction of a second'
  if (/^[0-9]+ *, *[0-9]|GMT *,/.test(text)) return 'two values'
  if (/^[0-9]+ ?[a-zA-Z][a-zA-Z0-9]*$/.test(text)) return 'a unit or letters after the digits'
  if (/^[A-Z][a-z]+, [0-9]{2}[^,]*:[0-9]{2}( (?!GMT$).*)?$/.test(text)) return 'a date that does not end in GMT'
  return 'neither digits nor an HTTP-date'
}

/** No wait is longer, and JSON holds the number exactly. */
const longest = Number.MAX_SAFE_INTEGER

/** Removes the blanks that HTTP allows around a field value. */
const trimmed = (value: string) => value.replace(/^[ \t]+|[ \t]+$/g, '')

/**
 * Reads Retry-After strictly by RFC 9110 §10.2.3: `delay-seconds = 1*DIGIT` or an HTTP-date (O15). The `values` are as they came, one entry
 * a line; k6 joins two lines by `, `, and that is found too. The wait for a date counts from the answer's own `Date`, so that two clocks
 * need not agree. Without a readable `Date` it counts from `receivedAt`. A past date is 0.
 */
export function readRetryAfter(values: readonly string[], date: string | undefined, receivedAt: number): RetryAfter {
  if (values.length === 0) return { kind: 'absent' }
  if (values.length > 1) return { kind: 'malformed', why: 'two values' }
  const text = trimmed(values[0] ?? '')
  if (/^[0-9]+$/.test(text)) return { kind: 'seconds', waitMs: Math.min(Number(text) * 1000, longest) }
  const origin = (date === undefined ? null : readHttpDate(trimmed(date), receivedAt)) ?? receivedAt
  const until = readHttpDate(text, origin)
  if (until === null) return { kind: 'malformed', why: fault(text) }
  return { kind: 'date', waitMs: Math.max(0, Math.ceil(until - origin)) }
}
