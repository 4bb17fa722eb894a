import fc from 'fast-check'

/** Queries by chance, how they are written, and what they mean: the judge of what the index finds. */

/** A word by its place in `vocabulary`. */
type Word = number

/** Words that have nothing in common, two forms of one and two spellings of one. */
export const vocabulary = ['ދަރަނި', 'އެއްބަސްވުން', 'murabaha', 'ޖޫރިމަނާ', 'ޖޫރިމަނާގެ', 'ޙުކުމް', 'ހުކުމް']
const beginnings = ['ދަރަ', 'އެއްބަސް', 'mura', 'ޖޫރި', 'ޖޫރިމަނާގެ', 'ޙުކު', 'ހުކު']
const lemmas = [0, 1, 2, 3, 3, 4, 4]

type Leaf =
  | { kind: 'word'; word: Word }
  | { kind: 'star'; word: Word }
  | { kind: 'quoted'; words: Word[] }
  /** Without a distance: in one paragraph. */
  | { kind: 'near'; parts: Word[][]; distance: number | undefined }
type Asked = Leaf | { kind: 'not'; of: Asked } | { kind: 'and' | 'beside' | 'or'; of: Asked[] }

export const anyWord = fc.nat({ max: vocabulary.length - 1 })

/** Either may be a choice of two; no word is near itself. */
const anyNear: fc.Arbitrary<Asked> = fc
  .record({
    words: fc.uniqueArray(anyWord, { minLength: 2, maxLength: 3, selector: (word) => lemmas[word] }),
    distance: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  })
  .map(({ words: [first = 0, ...others], distance }) => ({ kind: 'near', parts: [[first], others], distance }))

export const { asked: anyAsked } = fc.letrec<{ asked: Asked }>((tie) => ({
  asked: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.record({ kind: fc.constant('word'), word: anyWord }),
    fc.record({ kind: fc.constant('star'), word: anyWord }),
    fc.record({ kind: fc.constant('quoted'), words: fc.array(anyWord, { minLength: 1, maxLength: 3 }) }),
    anyNear,
    fc.record({ kind: fc.constant('not'), of: tie('asked') }),
    fc.record({
      kind: fc.constantFrom('and', 'beside', 'or'),
      of: fc.array(tie('asked'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}))
const joints = { and: ' AND ', beside: ' ', or: ' OR ' }

/** As somebody types it, with all brackets. */
export function writeAsked(asked: Asked): string {
  const written = (words: readonly Word[]) => words.map((word) => vocabulary[word])
  if (asked.kind === 'word') return vocabulary[asked.word] ?? ''
  if (asked.kind === 'star') return `${beginnings[asked.word]}*`
  if (asked.kind === 'quoted') return `"${written(asked.words).join(' ')}"`
  if (asked.kind === 'near')
    return `(${asked.parts.map((part) => `(${written(part).join(' OR ')})`).join(` w/${asked.distance ?? 'p'} `)})`
  if (asked.kind === 'not') return `(NOT ${writeAsked(asked.of)})`
  return `(${asked.of.map(writeAsked).join(joints[asked.kind])})`
}

/** A title, and the paragraphs of a text: each a row of words. */
export type Written = { title: Word[]; text: Word[][] }

/** Whether a case is what is asked for. */
export function isAskedFor(written: Written, asked: Asked): boolean {
  if (!('of' in asked)) return stands(written, asked)
  if (asked.kind === 'not') return !isAskedFor(written, asked.of)
  if (asked.kind === 'or') return asked.of.some((part) => isAskedFor(written, part))
  return asked.of.every((part) => isAskedFor(written, part))
}

/** What stands side by side, near each other or in one paragraph stands in one. */
function stands({ title, text }: Written, asked: Leaf): boolean {
  const lines = [title, ...text]
  if (asked.kind === 'quoted')
    return lines.some((line) => line.some((_, from) => asked.words.every((word, at) => line[from + at] === word)))
  if (asked.kind === 'word') return lines.some((line) => placesOf(line, [asked.word]).length > 0)
  if (asked.kind === 'star')
    return lines.flat().some((word) => inBase(vocabulary[word]).startsWith(inBase(beginnings[asked.word])))
  return lines.some((line) => {
    const [ones = [], others = []] = asked.parts.map((part) => placesOf(line, part))
    return ones.some((one) => others.some((other) => Math.abs(one - other) <= (asked.distance ?? Infinity)))
  })
}

/** A star is no question of spelling. */
const inBase = (letters = '') => letters.replaceAll('ޙ', 'ހ')

const placesOf = (row: readonly Word[], words: readonly Word[]) =>
  row.flatMap((word, at) => (words.some((one) => lemmas[one] === lemmas[word]) ? [at] : []))
