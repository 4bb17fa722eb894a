import { englishWords } from '#shared/text/glossary/englishWords.ts'
import { glossary, meaningsOfTerm } from '#shared/text/glossary/glossary.ts'
import { nameOf } from '#shared/text/language/analyze.ts'
import { isLatin } from './latinScript.ts'
import type { PhraseMeaning } from './phraseNames.ts'

/** The words of Dhivehi for a term, the most usual first. A library's own phrases come before the glossary. */
export const glossaryMeanings = (name: string): PhraseMeaning[] =>
  meaningsOfTerm(name).map((dhivehi) => ({ dhivehi, keys: [] }))

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
export const isEnglish = (word: string) => !borrowed.has(word) && (english.has(word) || meaningsOfTerm(word).length > 0)

/** The English words of the glossary with this first letter, to correct a word by. */
export const glossaryWords = (first: string): string[] => wordsOfGlossary.filter((word) => word.startsWith(first))

const namesOfMeaning = new Map<string, string[]>()
for (const [name, meanings] of glossary)
  for (const dhivehi of meanings) {
    const meaning = nameOf(dhivehi)
    if (isLatin(name.replaceAll(' ', ''))) namesOfMeaning.set(meaning, [...(namesOfMeaning.get(meaning) ?? []), name])
  }

/** What the words of a Dhivehi name are called in English, to find it by. */
export const englishOfName = (name: string): string =>
  [...new Set([name, ...name.split(' ')].flatMap((part) => namesOfMeaning.get(nameOf(part)) ?? []))].join(' ')
