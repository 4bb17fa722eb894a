import { latinKey } from '#shared/text/phonetic.ts'
import { type Node, type PhraseNode, visit, type Visitors } from '#shared/text/query/tree.ts'
import { bothOrders } from '#shared/text/query.ts'
import { caseDialect, type Dialect, phraseDialect } from './dialects.ts'
import { formsOf } from './forms.ts'
import { shallow } from './negations.ts'
import { nearExpression, paragraphExpression } from './nearExpression.ts'
import { isLatin } from './isLatin.ts'
import { anyRow, dottedOnlyWord, formWord, keyWord, soundWord, writtenWord } from './ownWords.ts'

/**
 * A node of a query in FTS5's own language, always in brackets or one phrase. It is put together of words that the
 * folding let through, each in quotes: nothing that was typed reaches FTS5 as syntax.
 */
export const expressionOf = (node: Node, dialect: Dialect): string => write(shallow(node), dialect)

const write = (node: Node, dialect: Dialect): string => visit(node, dialect === caseDialect ? ofCases : ofPhrases)

export const quote = (words: readonly string[]) => `"${words.join(' ')}"`

export const anyOf = (parts: readonly string[]) => (parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' OR ')})`)

/** All of these and none of those. NOT binds closer than AND, which here is all the same. */
function allBut(wanted: readonly string[], unwanted: readonly string[]): string {
  const all = (wanted.length > 0 ? wanted : [everything]).join(' AND ')
  if (unwanted.length > 0) return `(${all} NOT ${anyOf(unwanted)})`
  return wanted.length === 1 ? all : `(${all})`
}

const everything = quote([anyRow])

const visitors = (dialect: Dialect): Visitors<string> => ({
  word: ({ word }) => anyOf(waysOf(word, dialect).map((way) => quote([way]))),
  prefix: ({ word }) => `${quote([word])} *`,
  phrase: (phrase) => (phrase.quoted && dialect.written ? writtenPhrase(phrase) : quote(phrase.words)),
  number: ({ keys, words }) => anyOf([...keys.map((key) => quote([keyWord(key)])), ...bothOrders(words).map(quote)]),
  and: ({ of }) => {
    const wanted = of.flatMap((part) => (part.kind === 'not' ? [] : write(part, dialect)))
    const unwanted = of.flatMap((part) => (part.kind === 'not' ? write(part.of, dialect) : []))
    return allBut(wanted, unwanted)
  },
  or: ({ of }) => anyOf(of.map((part) => write(part, dialect))),
  not: ({ of }) => allBut([], [write(of, dialect)]),
  near: (near) => allBut([nearExpression(near, dialect), ...writtenPhrases(near.of, dialect)], []),
  paragraph: (near) => allBut([paragraphExpression(near), ...writtenPhrases(near.of, dialect)], []),
})

/** The forms of a word, and as a name that is written in other letters. */
const waysOf = (word: string, { sounds }: Dialect) => [
  ...formsOf(word).map(formWord),
  ...(sounds && isLatin(word) ? [soundWord(latinKey(word))] : []),
]

const ofCases = visitors(caseDialect)
const ofPhrases = visitors(phraseDialect)

/** As it is written: each word with its dots where it has some, and where it has none not only with dots. */
function writtenPhrase({ words, written }: PhraseNode): string {
  const dotted = written.flatMap((form, index) => (form === words[index] ? [] : quote([writtenWord(form)])))
  const plain = written.flatMap((form, index) => (form === words[index] ? quote([dottedOnlyWord(form)]) : []))
  return allBut([quote(words), ...dotted], plain)
}

const writtenPhrases = (parts: readonly Node[], dialect: Dialect) =>
  parts.flatMap((part) => (part.kind === 'phrase' && part.quoted ? [write(part, dialect)] : []))
