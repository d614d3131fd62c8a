import type { RetryAfter } from '../../evidence/retry-after.ts'

/** One case of the Retry-After reader. Node and k6 must read it alike, in every time zone. */
export interface ReaderCase {
  readonly name: string
  readonly values: readonly string[]
  readonly date?: string
  /** Our time when the answer came, milliseconds since the epoch. @default clock */
  readonly receivedAt?: number
  readonly want: RetryAfter
}

/** Sun, 06 Nov 1994 08:49:37.250 GMT: the example instant of RFC 9110, a quarter of a second later. */
export const clock = 784_111_777_250

const exampleDate = 'Sun, 06 Nov 1994 08:49:37 GMT'

function seconds(name: string, value: string, waitMs: number): ReaderCase {
  return { name, values: [value], want: { kind: 'seconds', waitMs } }
}

function dated(name: string, value: string, waitMs: number, date: string | undefined = exampleDate): ReaderCase {
  return { name, values: [value], date, want: { kind: 'date', waitMs } }
}

function malformed(name: string, values: readonly string[], why: string): ReaderCase {
  return { name, values, date: exampleDate, want: { kind: 'malformed', why } }
}

const neither = 'neither digits nor an HTTP-date'
const zone = 'a date that does not end in GMT'
const unit = 'a unit or letters after the digits'
const sign = 'a sign before the digits'
const fraction = 'a fraction of a second'
const two = 'two values'
const empty = 'the value is empty'
const hour = 3_600_000
const dayMs = 24 * hour

export const readerCases: readonly ReaderCase[] = [
  { name: 'no such field', values: [], want: { kind: 'absent' } },
  { name: 'no such field, though a Date', values: [], date: exampleDate, want: { kind: 'absent' } },

  seconds('zero', '0', 0),
  seconds('one', '1', 1000),
  seconds('two minutes', '120', 120_000),
  seconds('leading zeros', '007', 7000),
  seconds('many zeros', '0000000000000000000000000', 0),
  seconds('blanks around', '  5 ', 5000),
  seconds('a tab around', '\t5\t', 5000),
  seconds('an hour', '3600', hour),
  seconds('a day', '86400', dayMs),
  seconds('milliseconds by mistake are still seconds', '1500', 1_500_000),
  seconds('an epoch second is still a delay', '784111837', 784_111_837_000),
  seconds('the largest 32-bit number', '4294967295', 4_294_967_295_000),
  seconds('more than a safe integer', '9007199254740993', Number.MAX_SAFE_INTEGER),
  seconds('10 to the 20th', '100000000000000000000', Number.MAX_SAFE_INTEGER),
  seconds('four hundred digits', '9'.repeat(400), Number.MAX_SAFE_INTEGER),

  dated('the same instant', 'Sun, 06 Nov 1994 08:49:37 GMT', 0),
  dated('a second later', 'Sun, 06 Nov 1994 08:49:38 GMT', 1000),
  dated('a minute later', 'Sun, 06 Nov 1994 08:50:37 GMT', 60_000),
  dated('a day later', 'Mon, 07 Nov 1994 08:49:37 GMT', dayMs),
  dated('the past', 'Sun, 06 Nov 1994 08:49:36 GMT', 0),
  dated('long past', 'Thu, 01 Jan 1970 00:00:00 GMT', 0),
  dated('before the epoch', 'Wed, 31 Dec 1969 23:59:59 GMT', 0),
  dated('year 0099 is not 1999', 'Fri, 06 Nov 0099 08:49:37 GMT', 0),
  dated('year 0000', 'Fri, 06 Nov 0000 08:49:37 GMT', 0),
  dated('over new year', 'Sun, 01 Jan 1995 00:00:00 GMT', 4_806_623_000),
  dated('far away', 'Fri, 31 Dec 9999 23:59:59 GMT', 252_618_189_022_000),
  dated('29 February of a leap year', 'Thu, 29 Feb 1996 00:00:00 GMT', 41_440_223_000),
  dated('a leap second', 'Sat, 31 Dec 1994 23:59:60 GMT', 4_806_623_000),
  dated('another weekday than that of the day', 'Tue, 06 Nov 1994 08:49:47 GMT', 10_000),
  dated('blanks around a date', ' Sun, 06 Nov 1994 08:49:47 GMT ', 10_000),
  dated('asctime, day of one digit', 'Sun Nov  6 08:49:47 1994', 10_000),
  dated('asctime, day with a zero', 'Sun Nov 06 08:49:47 1994', 10_000),
  dated('asctime, day of two digits', 'Wed Nov 16 08:49:37 1994', 10 * dayMs),
  dated('asctime is GMT, in summer too', 'Sat Jul  1 08:49:37 1995', 237 * dayMs),
  dated('asctime in the past', 'Sun Nov  6 08:49:36 1994', 0),
  dated('RFC 850', 'Sunday, 06-Nov-94 08:49:47 GMT', 10_000),
  dated('RFC 850 in the past', 'Sunday, 06-Nov-94 08:49:27 GMT', 0),
  dated('RFC 850, next century', 'Saturday, 01-Jan-00 00:00:00 GMT', 162_573_023_000),
  dated('RFC 850, 44: not more than 50 years ahead', 'Sunday, 06-Nov-44 08:49:37 GMT', 18_263 * dayMs),
  dated('RFC 850, 44: a second more than 50 years ahead is 1944', 'Sunday, 06-Nov-44 08:49:38 GMT', 0),
  dated('RFC 850, 95 is next year', 'Monday, 06-Nov-95 08:49:37 GMT', 365 * dayMs),
  dated('RFC 850, 45 is the past', 'Sunday, 06-Nov-45 08:49:37 GMT', 0),
  dated('the Date in RFC 850', 'Sun, 06 Nov 1994 08:49:47 GMT', 10_000, 'Sunday, 06-Nov-94 08:49:37 GMT'),
  dated('the Date in asctime', 'Sun, 06 Nov 1994 08:49:47 GMT', 10_000, 'Sun Nov  6 08:49:37 1994'),
  dated(
    'a service whose clock is an hour ahead',
    'Sun, 06 Nov 1994 09:49:40 GMT',
    3000,
    'Sun, 06 Nov 1994 09:49:37 GMT',
  ),
  dated(
    'a service whose clock is an hour behind',
    'Sun, 06 Nov 1994 07:49:40 GMT',
    3000,
    'Sun, 06 Nov 1994 07:49:37 GMT',
  ),
  dated('a service that lives in 2026', 'Sat, 21 Nov 2026 10:00:07 GMT', 7000, 'Sat, 21 Nov 2026 10:00:00 GMT'),
  {
    name: 'no Date: our clock, fractions upwards',
    values: ['Sun, 06 Nov 1994 08:49:39 GMT'],
    want: { kind: 'date', waitMs: 1750 },
  },
  {
    name: 'a fraction of a millisecond of our clock, upwards',
    values: ['Sun, 06 Nov 1994 08:49:39 GMT'],
    receivedAt: clock + 0.5,
    want: { kind: 'date', waitMs: 1750 },
  },
  dated('an unreadable Date: our clock', 'Sun, 06 Nov 1994 08:49:39 GMT', 1750, 'yesterday'),
  dated('an empty Date: our clock', 'Sun, 06 Nov 1994 08:49:39 GMT', 1750, ''),
  dated('an ISO Date: our clock', 'Sun, 06 Nov 1994 08:49:39 GMT', 1750, '1994-11-06T09:49:37Z'),
  {
    name: 'in 2099 the RFC 850 year 00 is 2100',
    values: ['Friday, 01-Jan-00 00:00:00 GMT'],
    date: 'Thu, 31 Dec 2099 23:59:59 GMT',
    want: { kind: 'date', waitMs: 1000 },
  },

  malformed('nothing', [''], empty),
  malformed('blanks', ['   '], empty),
  malformed('a minus', ['-5'], sign),
  malformed('minus zero', ['-0'], sign),
  malformed('a plus', ['+5'], sign),
  malformed('a fraction', ['1.5'], fraction),
  malformed('a fraction of zeros', ['1.0'], fraction),
  malformed('a point at the end', ['1.'], fraction),
  malformed('a point at the start', ['.5'], fraction),
  malformed('a comma for a point', ['1,5'], two),
  malformed('two values, as k6 joins them', ['1, 7'], two),
  malformed('two equal values, joined', ['7, 7'], two),
  malformed('two lines', ['1', '7'], two),
  malformed('two equal lines', ['7', '7'], two),
  malformed('two lines, one empty', ['', '7'], two),
  malformed('two dates, joined', ['Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:38 GMT'], two),
  malformed('seconds with a unit', ['5s'], unit),
  malformed('minutes and seconds', ['1m0s'], unit),
  malformed('words', ['5 seconds'], unit),
  malformed('milliseconds', ['1500ms'], unit),
  malformed('an exponent', ['1e3'], unit),
  malformed('hexadecimal', ['0x10'], unit),
  malformed('digits of another script', ['٥'], neither),
  malformed('full-width digits', ['５'], neither),
  malformed('a no-break space', ['5\u00a0'], neither),
  malformed('a quoted number', ['"5"'], neither),
  malformed('a parameter', ['5;q=1'], neither),
  malformed('a structured integer list', ['(5)'], neither),
  malformed('a word', ['soon'], neither),
  malformed('NaN', ['NaN'], neither),
  malformed('Infinity', ['Infinity'], neither),
  malformed('null', ['null'], neither),
  malformed('an ISO date', ['1994-11-06T08:49:37Z'], neither),
  malformed('a time zone other than GMT', ['Sun, 06 Nov 1994 08:49:37 UTC'], zone),
  malformed('an offset', ['Sun, 06 Nov 1994 08:49:37 +0000'], zone),
  malformed('no time zone', ['Sun, 06 Nov 1994 08:49:37'], zone),
  malformed('lower case', ['sun, 06 nov 1994 08:49:37 gmt'], neither),
  malformed('no weekday', ['06 Nov 1994 08:49:37 GMT'], neither),
  malformed('no such weekday', ['Xyz, 06 Nov 1994 08:49:37 GMT'], neither),
  malformed('no such month', ['Sun, 06 Nox 1994 08:49:37 GMT'], neither),
  malformed('a day of one digit', ['Sun, 6 Nov 1994 08:49:37 GMT'], neither),
  malformed('31 November', ['Thu, 31 Nov 1994 08:49:37 GMT'], neither),
  malformed('29 February of a common year', ['Wed, 29 Feb 1995 00:00:00 GMT'], neither),
  malformed('day 00', ['Sun, 00 Nov 1994 08:49:37 GMT'], neither),
  malformed('hour 24', ['Sun, 06 Nov 1994 24:00:00 GMT'], neither),
  malformed('minute 60', ['Sun, 06 Nov 1994 08:60:00 GMT'], neither),
  malformed('second 61', ['Sun, 06 Nov 1994 08:49:61 GMT'], neither),
  malformed('asctime with GMT', ['Sun Nov  6 08:49:37 1994 GMT'], neither),
  malformed('asctime, day without its blank', ['Sun Nov 6 08:49:37 1994'], neither),
  malformed('RFC 850 with a short weekday', ['Sun, 06-Nov-94 08:49:37 GMT'], neither),
  malformed('RFC 850 with a long year', ['Sunday, 06-Nov-1994 08:49:37 GMT'], neither),
  malformed('RFC 850, no such day', ['Sunday, 31-Feb-94 08:49:37 GMT'], neither),
  malformed('a line break inside', ['5\n'], neither),
]
