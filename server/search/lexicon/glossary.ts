import { arabicTerms } from '#shared/text/glossary/arabicTerms.ts'
import { englishWords } from '#shared/text/glossary/englishWords.ts'
import { everydayTerms } from '#shared/text/glossary/everydayTerms.ts'
import { legalTerms } from '#shared/text/glossary/legalTerms.ts'
import { isLatin } from './latinScript.ts'
import { type PhraseMeaning, nameOf } from './phraseNames.ts'

/** The glossary: what an English or Arabic term is called in Dhivehi. A library's own phrases come before it. */
const glossary = new Map<string, PhraseMeaning[]>()

for (const line of [legalTerms, everydayTerms, arabicTerms].join('\n').split('\n')) {
  const [names = '', meanings] = line.split(' = ')
  if (meanings === undefined) continue
  const all = meanings.split('; ').map((dhivehi): PhraseMeaning => ({ dhivehi, keys: [] }))
  for (const name of names.split(', ')) if (!glossary.has(nameOf(name))) glossary.set(nameOf(name), all)
}

/** English without its endings: a builder builds, and what was gifted is a gift. */
const withoutEndings = (name: string) =>
  name
    .split(' ')
    .map((word) => word.replace(ending, (_, stem: string) => stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1')))
    .join(' ')
const ending = /^([a-z]{4,}?)(?:e|s|es|ed|er|ers|or|ors|ing|ings)$/

/** The first of several names with the same stem. */
const glossaryByStem = new Map([...glossary].toReversed().map(([name, all]) => [withoutEndings(name), all]))

/** The words of Dhivehi for a term, the most usual first. */
export function glossaryMeanings(name: string): readonly PhraseMeaning[] {
  const asked = nameOf(name)
  return glossary.get(asked) ?? glossaryByStem.get(withoutEndings(asked)) ?? []
}

/** Arabic and Dhivehi words that English writes as they sound: they are also read as Dhivehi. */
const borrowed = new Set(
  'sharia shariah hadd hudud qisas diya zakat hajj quran ramadan waqf mahr nikah dhoni majlis islam islamic visa resort bank form'.split(
    ' ',
  ),
)

const wordsOfGlossary = [...glossary.keys()].flatMap((name) => name.split(' ')).filter(isLatin)
const english = new Set(
  [...wordsOfGlossary, ...englishWords.split(' ')].filter((word) => word.length > 2 && !borrowed.has(word)),
)

/** Whether a folded word is English: such a word is not read as Dhivehi in Latin letters. */
export const isEnglish = (word: string) =>
  !borrowed.has(word) && (english.has(word) || english.has(nameOf(word)) || glossaryByStem.has(withoutEndings(word)))

/** The English words of the glossary with this first letter, to correct a word by. */
export const glossaryWords = (first: string): string[] => wordsOfGlossary.filter((word) => word.startsWith(first))

const namesOfMeaning = new Map<string, string[]>()
for (const [name, meanings] of glossary)
  for (const { dhivehi } of meanings) {
    const meaning = nameOf(dhivehi)
    if (isLatin(name.replaceAll(' ', ''))) namesOfMeaning.set(meaning, [...(namesOfMeaning.get(meaning) ?? []), name])
  }

/** What the words of a Dhivehi name are called in English, to find it by. */
export const englishOfName = (name: string): string =>
  [...new Set([name, ...name.split(' ')].flatMap((part) => namesOfMeaning.get(nameOf(part)) ?? []))].join(' ')
