import type { Definition } from '#shared/calls/search.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { countLetters, endsParagraph, tokenizeWords, type Word } from '#shared/text/language/tokenizer.ts'

/** A phrase of the dictionary in a text, as offsets. */
type FoundDefinition = { definition: Definition; start: number; end: number }
export type FindDefinitions = (text: string) => FoundDefinition[]

type Phrase = { definition: Definition; words: string[] }

/** A shorter word is hardly a phrase of the dictionary. */
const min_letters = 3

/**
 * Builds the function that finds phrases in a text, each at its first place only. The words of a phrase are compared by
 * their folded spelling, the last one in every inflection; of two phrases at one place the longer one is found.
 */
export function buildDefinitionFinder(definitions: readonly Definition[]): FindDefinitions {
  const byFirst = indexPhrases(definitions)
  return (text) => {
    const words = tokenizeWords(text)
    const found = new Map<Definition, FoundDefinition>()
    for (let index = 0; index < words.length;) {
      const phrase = longestPhraseAt(text, { words, index }, byFirst)
      if (phrase && !found.has(phrase.definition)) {
        const end = words[index + phrase.words.length - 1]?.end ?? 0
        found.set(phrase.definition, { definition: phrase.definition, start: words[index]?.start ?? 0, end })
      }
      index += phrase?.words.length ?? 1
    }
    return [...found.values()]
  }
}

/** The phrases by each form of their first word, the longest first. */
function indexPhrases(definitions: readonly Definition[]): ReadonlyMap<string, Phrase[]> {
  const phrases = definitions
    .map((definition) => ({ definition, words: tokenizeWords(definition.dhivehi_phrase).map(({ word }) => word) }))
    .filter(({ words }) => countLetters(words.join('')) >= min_letters)
    .sort((one, other) => other.words.length - one.words.length)
  const byFirst = new Map<string, Phrase[]>()
  for (const phrase of phrases) {
    const [first = '', ...others] = phrase.words
    for (const form of others.length === 0 ? new Set([first, ...formsOf(first)]) : [first])
      byFirst.set(form, [...(byFirst.get(form) ?? []), phrase])
  }
  return byFirst
}

type Place = { words: readonly Word[]; index: number }

function longestPhraseAt(text: string, place: Place, byFirst: ReadonlyMap<string, Phrase[]>): Phrase | undefined {
  const { word = '' } = place.words[place.index] ?? {}
  const candidates = [word, ...formsOf(word)].flatMap((form) => byFirst.get(form) ?? [])
  let longest: Phrase | undefined
  for (const phrase of candidates)
    if (phrase.words.length > (longest?.words.length ?? 0) && isPhraseAt(text, place, phrase.words)) longest = phrase
  return longest
}

function isPhraseAt(text: string, { words, index }: Place, phrase: readonly string[]): boolean {
  const last = phrase.length - 1
  return phrase.every((wanted, offset) => {
    const word = words[index + offset]
    if (!word) return false
    const before = offset === 0 ? undefined : words[index + offset - 1]
    if (before && endsParagraph(text.slice(before.end, word.start))) return false
    return word.word === wanted || (offset === last && sharesForm(word.word, wanted))
  })
}

const sharesForm = (one: string, other: string) => formsOf(one).some((form) => formsOf(other).includes(form))
