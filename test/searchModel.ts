import fc from 'fast-check'

/** The model of the search: random queries, their syntax, and which documents match. */

/** A word by its index in `vocabulary`. */
type Word = number

/** Unrelated words, two inflections of one word, two spellings of one, and a synonym of the first. */
export const vocabulary = ['ދަރަނި', 'އެއްބަސްވުން', 'murabaha', 'ޖޫރިމަނާ', 'ޖޫރިމަނާގެ', 'ޙުކުމް', 'ހުކުމް', 'ޤަރުޟު']
const prefixes = ['ދަރަ', 'އެއްބަސް', 'mura', 'ޖޫރި', 'ޖޫރިމަނާގެ', 'ޙުކު', 'ހުކު', 'ޤަރު']
const lemmas = [0, 1, 2, 3, 3, 4, 4, 5]

type Leaf =
  | { kind: 'word'; word: Word }
  | { kind: 'star'; word: Word }
  | { kind: 'quoted'; words: Word[] }
  /** Without a distance: in one paragraph. */
  | { kind: 'near'; parts: Word[][]; distance: number | undefined }
type ModelQuery = Leaf | { kind: 'not'; of: ModelQuery } | { kind: 'and' | 'adjacent' | 'or'; of: ModelQuery[] }

export const anyWord = fc.nat({ max: vocabulary.length - 1 })

/** The second part may be a choice of two words; no word is near itself. */
const anyNear: fc.Arbitrary<ModelQuery> = fc
  .record({
    words: fc.uniqueArray(anyWord, { minLength: 2, maxLength: 3, selector: (word) => lemmas[word] }),
    distance: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  })
  .map(({ words: [first = 0, ...others], distance }) => ({ kind: 'near', parts: [[first], others], distance }))

export const { query: anyModelQuery } = fc.letrec<{ query: ModelQuery }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.record({ kind: fc.constant('word'), word: anyWord }),
    fc.record({ kind: fc.constant('star'), word: anyWord }),
    fc.record({ kind: fc.constant('quoted'), words: fc.array(anyWord, { minLength: 1, maxLength: 3 }) }),
    anyNear,
    fc.record({ kind: fc.constant('not'), of: tie('query') }),
    fc.record({
      kind: fc.constantFrom('and', 'adjacent', 'or'),
      of: fc.array(tie('query'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}))
const operators = { and: ' AND ', adjacent: ' ', or: ' OR ' }

/** The query as typed, with all brackets. */
export function writeQuery(query: ModelQuery): string {
  const written = (words: readonly Word[]) => words.map((word) => vocabulary[word])
  if (query.kind === 'word') return vocabulary[query.word] ?? ''
  if (query.kind === 'star') return `${prefixes[query.word]}*`
  if (query.kind === 'quoted') return `"${written(query.words).join(' ')}"`
  if (query.kind === 'near')
    return `(${query.parts.map((part) => `(${written(part).join(' OR ')})`).join(` w/${query.distance ?? 'p'} `)})`
  if (query.kind === 'not') return `(NOT ${writeQuery(query.of)})`
  return `(${query.of.map(writeQuery).join(operators[query.kind])})`
}

/** A title, and the paragraphs of a text, as words. */
export type Document = { title: Word[]; text: Word[][] }

/** Whether a document matches a query. */
export function isMatch(document: Document, query: ModelQuery): boolean {
  if (!('of' in query)) return matchesLeaf(document, query)
  if (query.kind === 'not') return !isMatch(document, query.of)
  if (query.kind === 'or') return query.of.some((part) => isMatch(document, part))
  return query.of.every((part) => isMatch(document, part))
}

/** Phrases and proximity match within the title or one paragraph. */
function matchesLeaf({ title, text }: Document, query: Leaf): boolean {
  const lines = [title, ...text]
  if (query.kind === 'quoted')
    return lines.some((line) => line.some((_, from) => query.words.every((word, at) => line[from + at] === word)))
  if (query.kind === 'word') return lines.some((line) => positionsOf(line, [query.word]).length > 0)
  if (query.kind === 'star') return lines.flat().some((word) => matchesStar(query.word, word))
  return lines.some((line) => {
    const [ones = [], others = []] = query.parts.map((part) => positionsOf(line, part))
    return ones.some((one) => others.some((other) => Math.abs(one - other) <= (query.distance ?? Infinity)))
  })
}

/** A prefix query matches the folded letters, and the forms of the prefix where that is a word. */
const matchesStar = (star: Word, word: Word) =>
  withoutDots(vocabulary[word]).startsWith(withoutDots(prefixes[star])) ||
  (prefixes[star] === vocabulary[star] && lemmas[star] === lemmas[word])

const withoutDots = (letters = '') => letters.replaceAll('ޙ', 'ހ')

const positionsOf = (row: readonly Word[], words: readonly Word[]) =>
  row.flatMap((word, at) => (words.some((one) => lemmas[one] === lemmas[word]) ? [at] : []))
