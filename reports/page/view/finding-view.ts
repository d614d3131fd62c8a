import type { Child, Make } from './make.ts'
import type { ShownFinding, Story } from './story.ts'

export function chipView<Node>(make: Make<Node>, verdict: string): Node {
  return make(
    'span',
    { class: `chip ${verdict}` },
    make('i', { class: `mark ${verdict}`, 'aria-hidden': 'true' }),
    verdict,
  )
}

/** A verdict, and behind it the word for the severity of a violation. */
export function verdictView<Node>(
  make: Make<Node>,
  { verdict, severity }: Pick<Story, 'verdict' | 'severity'>,
): readonly Child<Node>[] {
  const word = severity === null ? [] : [' ', make('span', { class: 'severity' }, severity)]
  return [chipView(make, verdict), ...word]
}

/** A finding in full. The sentence of the cause is its heading, and the lines that ask again come early. */
export function findingView<Node>(make: Make<Node>, story: Story): Node {
  const { question, check, cause, expected, observed, history, detail } = story
  return make(
    'div',
    { class: 'body' },
    make('h3', { class: 'sentence' }, make('a', { href: `#finding-${story.id}` }, story.headline)),
    detail === null ? null : make('p', { class: 'detail' }, detail),
    ...history.map((line) => make('p', { class: 'since' }, line)),
    again(make, story),
    clause(make, story),
    expected === null && observed === null
      ? null
      : pair(make, ['Expected', make('p', {}, expected ?? '-')], ['Observed', make('p', {}, observed ?? '-')]),
    story.missing.length === 0
      ? null
      : make('p', { class: 'missing' }, 'Not in the answer: ', ...story.missing.map((word) => make('mark', {}, word))),
    ...story.shown.map((shown) => exchange(make, shown, story)),
    make('p', { class: 'stands' }, `${question} `, ids(make, [check, cause, story.id])),
  )
}

function again<Node>(make: Make<Node>, { before, curl, replay, verdict }: Story): Node | null {
  if (curl === null && verdict !== 'violation') return null
  return make(
    'div',
    { class: 'again' },
    make('h4', {}, 'See it again'),
    before === null ? null : make('p', { class: 'aside' }, before),
    curl === null ? null : command(make, curl),
    command(make, replay),
  )
}

/** A command with a button that copies it. The script of the page shows the button. */
function command<Node>(make: Make<Node>, line: string): Node {
  return make(
    'div',
    { class: 'command' },
    make('pre', { tabindex: '0' }, line),
    make('button', { type: 'button', class: 'copy', hidden: true }, 'Copy'),
  )
}

function clause<Node>(make: Make<Node>, { clause: id, says, law }: Story): Node {
  const link = make('a', { href: `#clause-${id}` }, id)
  const why = law === null ? '' : ` Judged by ${law} in docs/oracle.md.`
  return make('p', { class: 'says' }, link, `${says === null ? '' : `, in our words: ${says}`}${why}`)
}

function exchange<Node>(make: Make<Node>, shown: ShownFinding, { marks }: Story): Node {
  const { request, response, note, alike, sentAlike } = shown
  return make(
    'div',
    { class: 'exchange' },
    pair(
      make,
      ['Request', make('pre', { tabindex: '0' }, request)],
      [`Answer, ${note}`, make('pre', { tabindex: '0' }, ...marked(make, response, marks))],
    ),
    alike.length === 0
      ? null
      : make(
          'details',
          { class: 'alike' },
          make('summary', {}, `${sentAlike} more answered alike`),
          make('ul', { class: 'operations' }, ...alike.map((line) => make('li', {}, line))),
        ),
  )
}

/** A text in which the first occurrence of each word is marked. */
function marked<Node>(make: Make<Node>, text: string, words: readonly string[]): readonly Child<Node>[] {
  const lower = text.toLowerCase()
  const places = words
    .map((word) => ({ from: lower.indexOf(word.toLowerCase()), length: word.length }))
    .filter(({ from, length }) => from >= 0 && length > 0)
    .sort((one, other) => one.from - other.from)
  const parts: Child<Node>[] = []
  let at = 0
  for (const { from, length } of places) {
    if (from < at) continue
    parts.push(text.slice(at, from), make('mark', {}, text.slice(from, from + length)))
    at = from + length
  }
  return [...parts, text.slice(at)]
}

function pair<Node>(make: Make<Node>, ...sides: readonly (readonly [title: string, content: Node])[]): Node {
  return make(
    'div',
    { class: 'pair' },
    ...sides.map(([title, content]) => make('div', {}, make('h4', {}, title), content)),
  )
}

function ids<Node>(make: Make<Node>, words: readonly string[]): Node {
  return make('span', { class: 'ids' }, ...words.map((word) => make('code', {}, word)))
}
