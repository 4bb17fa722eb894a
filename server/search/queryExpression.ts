import { latinKey } from '#shared/text/phonetic.ts'
import { type Node, type PhraseNode, visit, type Visitors } from '#shared/text/query/tree.ts'
import { bothOrders } from '#shared/text/query.ts'
import { caseDialect, type Dialect, phraseDialect } from './dialects.ts'
import { formsOf } from './forms.ts'
import { shallow } from './negations.ts'
import { nearExpression, paragraphExpression } from './nearExpression.ts'
import { isLatin } from './isLatin.ts'
import { allBut, allOf, anyOf, beginning, holds, type Match, phrase, search } from './match.ts'
import { anyRow, dottedOnlyWord, formWord, keyWord, soundWord, writtenWord } from './ownWords.ts'

/**
 * What a node of a query asks of a row. It is put together of words that the folding let through: nothing that was
 * typed reaches FTS5 as syntax.
 */
export const matchOf = (node: Node, dialect: Dialect): Match => read(shallow(node), dialect)

const read = (node: Node, dialect: Dialect): Match => visit(node, dialect === caseDialect ? ofCases : ofPhrases)

/** All of these and none of those. */
const allWithout = (wanted: readonly Match[], unwanted: readonly Match[]): Match =>
  allBut(wanted.length > 0 ? allOf(wanted) : everything, unwanted)

const everything = holds(anyRow)

const visitors = (dialect: Dialect): Visitors<Match> => ({
  word: ({ word }) => anyOf(waysOf(word, dialect).map(holds)),
  prefix: ({ word }) => beginning(word),
  phrase: (asked) => (asked.quoted && dialect.written ? writtenPhrase(asked) : phrase(asked.words)),
  number: ({ keys, words }) => anyOf([...keys.map((key) => holds(keyWord(key))), ...bothOrders(words).map(phrase)]),
  and: ({ of }) => {
    const wanted = of.flatMap((part) => (part.kind === 'not' ? [] : read(part, dialect)))
    const unwanted = of.flatMap((part) => (part.kind === 'not' ? read(part.of, dialect) : []))
    return allWithout(wanted, unwanted)
  },
  or: ({ of }) => anyOf(of.map((part) => read(part, dialect))),
  not: ({ of }) => allWithout([], [read(of, dialect)]),
  near: (near) => allOf([search(nearExpression(near, dialect)), ...writtenPhrases(near.of, dialect)]),
  paragraph: (near) => allOf([search(paragraphExpression(near)), ...writtenPhrases(near.of, dialect)]),
})

/** The forms of a word, and as a name that is written in other letters. */
const waysOf = (word: string, { sounds }: Dialect) => [
  ...formsOf(word).map(formWord),
  ...(sounds && isLatin(word) ? [soundWord(latinKey(word))] : []),
]

const ofCases = visitors(caseDialect)
const ofPhrases = visitors(phraseDialect)

/** As it is written: each word with its dots where it has some, and where it has none not only with dots. */
function writtenPhrase({ words, written }: PhraseNode): Match {
  const dotted = written.flatMap((form, index) => (form === words[index] ? [] : holds(writtenWord(form))))
  const plain = written.flatMap((form, index) => (form === words[index] ? holds(dottedOnlyWord(form)) : []))
  return allBut(allOf([phrase(words), ...dotted]), plain)
}

const writtenPhrases = (parts: readonly Node[], dialect: Dialect) =>
  parts.flatMap((part) => (part.kind === 'phrase' && part.quoted ? [read(part, dialect)] : []))
