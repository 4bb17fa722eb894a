import { formsOf, nameFormsOf } from '#shared/text/analyse.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { type Node, type PhraseNode, visit, type Visitors } from '#shared/text/query/tree.ts'
import { bothOrders } from '#shared/text/query.ts'
import type { Dialect } from './dialects.ts'
import { shallow } from './negations.ts'
import { nearExpression } from './nearExpression.ts'
import { isLatin } from './isLatin.ts'
import { allBut, allOf, anyOf, beginning, holds, type Match, phrase, search, writtenPhrase } from './match.ts'
import { anyRow, formWord, keyWord, nameWord, soundWord } from './ownWords.ts'

/**
 * What a node of a query asks of a row. It is put together of words that the folding let through: nothing that was
 * typed reaches FTS5 as syntax.
 */
export const matchOf = (node: Node, dialect: Dialect): Match => visit(shallow(node), visitors(dialect))

/** All of these and none of those. */
const allWithout = (wanted: readonly Match[], unwanted: readonly Match[]): Match =>
  allBut(wanted.length > 0 ? allOf(wanted) : everything, unwanted)

const everything = holds(anyRow)

function visitors(dialect: Dialect): Visitors<Match> {
  const read = (node: Node): Match => visit(node, ofEach)
  const quotedIn = (parts: readonly Node[]) => parts.filter((part) => part.kind === 'phrase' && part.quoted).map(read)
  const ofEach: Visitors<Match> = {
    word: ({ word }) => anyOf(waysOf(word, dialect).map(holds)),
    prefix: ({ word }) => beginning(word),
    phrase: (asked) => (asked.quoted ? quotedPhrase(asked, dialect) : phrase(asked.words)),
    number: ({ keys, words }) => anyOf([...keys.map((key) => holds(keyWord(key))), ...bothOrders(words).map(phrase)]),
    and: ({ of }) => {
      const wanted = of.flatMap((part) => (part.kind === 'not' ? [] : read(part)))
      const unwanted = of.flatMap((part) => (part.kind === 'not' ? read(part.of) : []))
      return allWithout(wanted, unwanted)
    },
    or: ({ of }) => anyOf(of.map(read)),
    not: ({ of }) => allWithout([], [read(of)]),
    near: (near) => allOf([search(nearExpression(near, dialect)), ...quotedIn(near.of)]),
    paragraph: (near) => allOf([search(nearExpression(near, dialect)), ...quotedIn(near.of)]),
  }
  return ofEach
}

/** The forms of a word, those as a name, and as a name that is written in other letters. */
const waysOf = (word: string, { names }: Dialect) => [
  ...formsOf(word).map(formWord),
  ...(names ? nameFormsOf(word).map(nameWord) : []),
  ...(names && isLatin(word) ? [soundWord(latinKey(word))] : []),
]

/** As it is written. Where no word of it has another spelling that is what its folded words find, whose lists may be at hand. */
function quotedPhrase({ words, written }: PhraseNode, { hasSpellings }: Dialect): Match {
  const isFolded = (word: string, at: number) => written[at] === word && !hasSpellings?.(word)
  return !hasSpellings || words.every(isFolded) ? phrase(words) : writtenPhrase(words, written)
}
