/** The text of a value in the JSON files of a run. No final line feed: to append one would copy megabytes. */
export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2)

/** At this depth an object, such as a finding, is one piece. In a list at this depth each item, such as an observation, is one piece. */
const deepestPiece = 2

const isList = (value: object): value is Iterable<unknown> => Symbol.iterator in value

/** The members of an object and the items of a list, each with what stands before its value. */
function* partsOf(whole: object): Generator<readonly [before: string, value: unknown]> {
  if (isList(whole)) for (const item of whole) yield ['', item]
  else
    for (const [name, value] of Object.entries(whole))
      if (value !== undefined) yield [`${JSON.stringify(name)}: `, value]
}

/**
 * The same text as `JSON.stringify` with an indentation, in pieces: no string ever holds the whole of a long value. A list down to the
 * deepest piece may be a generator, so that its items are made one by one, too.
 */
export function* jsonPieces(value: unknown, width = 2, depth = 0): Generator<string> {
  const indent = ' '.repeat(width * depth)
  const isWhole = typeof value !== 'object' || value === null || depth > deepestPiece
  if (isWhole || (depth === deepestPiece && !isList(value))) {
    yield JSON.stringify(value ?? null, null, width).replaceAll('\n', `\n${indent}`)
    return
  }
  const [open = '', close = ''] = isList(value) ? '[]' : '{}'
  let before = open
  for (const [name, part] of partsOf(value)) {
    yield `${before}\n${indent}${' '.repeat(width)}${name}`
    yield* jsonPieces(part, width, depth + 1)
    before = ','
  }
  yield before === open ? open + close : `\n${indent}${close}`
}

/** An object with long lists, in pieces: each item on a line of its own, in half the space. */
export function* listsPieces(value: object): Generator<string> {
  let before = '{\n'
  for (const [name, member] of partsOf(value)) {
    yield before + name
    if (Array.isArray(member)) {
      yield '[\n'
      for (const [at, item] of member.entries()) yield `${at === 0 ? '' : ',\n'}${JSON.stringify(item)}`
      yield '\n]'
    } else yield JSON.stringify(member)
    before = ',\n'
  }
  yield '\n}'
}
