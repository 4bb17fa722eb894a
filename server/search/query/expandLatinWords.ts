import type { DatabaseSync } from 'node:sqlite'
import { isEnglish } from '#server/search/lexicon/glossary.ts'
import { mayBeTransliterated } from '#shared/text/language/script.ts'
import { isRareWord, loanwordsOf } from '#server/search/lexicon/loanwords.ts'
import { hasNameWithSound } from '#server/search/lexicon/names.ts'
import type { PhraseMeaning } from '#server/search/lexicon/phraseNames.ts'
import {
  firstAccepted,
  type VocabularyWord,
  wordsBySoundPrefix,
  wordsBySound,
} from '#server/search/lexicon/vocabulary.ts'
import { allOf, anyFormOf } from '#server/search/storage/ftsQuery.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import type { Visibility } from '#server/search/types.ts'
import { filiAlone, filiTwice } from '#shared/text/language/filiErrors.ts'
import { typedInThaana } from '#shared/text/language/keyboard.ts'
import { isFunctionWord } from '#shared/text/language/functionWords.ts'
import { otherSpellings, phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { tokenizeWords as wordsOf } from '#shared/text/language/tokenizer.ts'
import { fromLatin } from '#shared/text/language/transliterate.ts'
import { isLeaf, isProximity, type Leaf, type Node, type PrefixNode, type WordNode } from '#shared/text/query/tree.ts'

/** A query whose Latin words are expanded by library words, and the most likely word for each. */
type LatinExpansion = { root: Node; read: string[]; marks: string[] }

/** `english`: the query contains English, so that words such as `of` are not transliterated. `text`: the query as typed. */
type ExpandOptions = { text: string; visibility: Visibility; english: boolean }

type ExpandState = ExpandOptions & { reader: IndexReader; read: string[]; marks: string[]; isAlone: boolean }

/**
 * Query expansion of Dhivehi in Latin letters: a word is also searched as the library words with its phonetic key, and a
 * prefix as those whose key starts with its key. Negated words are expanded too, and not reported.
 */
export function expandLatinWords(reader: IndexReader, root: Node, options: ExpandOptions): LatinExpansion {
  const state: ExpandState = { ...options, reader, read: [], marks: [], isAlone: isLeaf(root) }
  return { root: expand(root, state), read: state.read, marks: state.marks }
}

function expand(node: Node, state: ExpandState): Node {
  if (node.kind === 'not') return { kind: 'not', of: expand(node.of, { ...state, read: [], marks: [] }) }
  if (node.kind === 'word' || node.kind === 'prefix')
    return mayBeTransliterated(node.word) ? expandWord(node, state) : node
  if (isLeaf(node)) return node
  // Prefixes in a proximity node are not expanded: every combination is a search of its own.
  return {
    ...node,
    of: node.of.map((part) => (isProximity(node) && part.kind === 'prefix' ? part : expand(part, state))),
  }
}

function expandWord(node: WordNode | PrefixNode, state: ExpandState): Node {
  const { reader, visibility, english, isAlone } = state
  // English function words are hardly ever meant as Dhivehi, and never reported.
  const isStopWord = isFunctionWord(node.word) && !isAlone
  if ((isStopWord && english) || (node.kind === 'word' && isEnglishOnly(reader.database, node.word))) return node
  const found = node.kind === 'word' ? readingsOf(state, node) : thaanaByPrefix(reader, node.word, visibility)
  const [best] = found
  if (best === undefined) return node
  if (!isStopWord) state.read.push(best)
  state.marks.push(...found)
  const folded = found.flatMap((word) => wordsOf(word).map(({ word: fold }) => fold))
  return { kind: 'or', of: [node, ...folded.map((word): Leaf => ({ ...node, kind: 'word', word }))] }
}

/** `land` and `can` sound like words of Dhivehi, and are not meant as them; Rose and Ali may be names. */
const isEnglishOnly = (database: DatabaseSync, word: string) =>
  isEnglish(word) && !hasNameWithSound(database, phoneticKey(word))

const maxReadings = 3
const maxPrefixReadings = 20

/** The most frequent words that are looked up: those that only hidden cases have take no place of others. */
const maxTried = 50

/** What a word in Latin letters may be, the first that the library has: Dhivehi, keys of the Thaana keyboard, or English. */
function readingsOf({ reader, text, visibility }: ExpandState, { word, start, end }: WordNode): string[] {
  const typed = text.slice(start, end)
  const byKeys = () => thaanaByKeys(reader, typed, visibility)
  const bySound = () => thaanaOf(reader, word, visibility)
  const readings = keysOfThaana.test(typed) ? [byKeys, bySound] : [bySound, byKeys]
  for (const read of [...readings, () => loanwords(reader, word, visibility)]) {
    const found = read()
    if (found.length > 0) return found
  }
  return []
}

/** What no one types in Latin letters: the key of the sukun before no vowel, and Shift inside a word. */
const keysOfThaana = /q(?![aeiou])|[a-z][A-Z]/

/** The word of the library that the keys type when the Thaana keyboard is on, which was off. */
function thaanaByKeys(reader: IndexReader, typed: string, visibility: Visibility): string[] {
  const thaana = /^[a-z]+$/i.test(typed) ? typedInThaana(typed) : ''
  // The keys of haqqu, a right, would type two vowel signs on one letter, which the index leaves out.
  const words = hasFiliError(thaana) ? [] : wordsOf(thaana)
  return words.length === 1 && words.every(({ word }) => isVisible(reader, word, visibility)) ? [thaana] : []
}

const hasFiliError = (thaana: string) => [filiTwice, filiAlone].some((error) => thaana.search(error) >= 0)

/** Library words in their spelling, the most frequent first. */
function thaanaOf(reader: IndexReader, latin: string, visibility: Visibility): string[] {
  const spellings = [latin, ...otherSpellings(latin)]
  for (const spelling of spellings) {
    const words = wordsBySound(reader.database, phoneticKey(spelling), maxTried)
    const found = visibleThaana(reader, words, { visibility, limit: maxReadings })
    if (found.length > 0) return found
  }
  return spellings
    .flatMap(fromLatin)
    .filter((word) => wordsOf(word).every((one) => isVisible(reader, one.word, visibility)))
    .slice(0, maxReadings)
}

/** An English word, as Dhivehi writes it by its sound. */
const loanwords = (reader: IndexReader, latin: string, visibility: Visibility) =>
  visibleThaana(reader, loanwordsOf(reader.database, latin, false), { visibility, limit: maxReadings })

function thaanaByPrefix(reader: IndexReader, latin: string, visibility: Visibility): string[] {
  const sound = phoneticKey(latin)
  const bySound = sound === '' ? [] : wordsBySoundPrefix(reader.database, sound, maxTried)
  return visibleThaana(reader, bySound, { visibility, limit: maxPrefixReadings })
}

type VisibleOptions = { visibility: Visibility; limit: number }

const visibleThaana = (reader: IndexReader, words: readonly VocabularyWord[], { visibility, limit }: VisibleOptions) =>
  firstAccepted(words, limit, (word) => isThaana(word) && isVisible(reader, word, visibility)).map(
    ({ written }) => written,
  )

const isVisible = (reader: IndexReader, word: string, visibility: Visibility) =>
  hasMatch(reader, anyFormOf(word), visibility)

/** The words of an English term as Dhivehi writes them by their sound, where some case that the user may see has all of them. */
export function loanMeanings(reader: IndexReader, name: string, visibility: Visibility): PhraseMeaning[] {
  const words = wordsOf(name)
    .map(({ word }) => word)
    .filter((word) => !isFunctionWord(word))
  if (words.length === 0 || words.length > maxLoanWords) return []
  const total = reader.cases.total()
  const sounding = words.map((word) => {
    const found = loanwordsOf(reader.database, word, true).filter((one) => isRareWord(reader.database, one, total))
    return firstAccepted(found, 1, (one) => hasMatch(reader, anyFormOf(one), visibility))
  })
  const found = sounding.flatMap(([best]) => best ?? [])
  if (found.length < words.length) return []
  if (!hasMatch(reader, allOf(found.map(({ word }) => anyFormOf(word))), visibility)) return []
  return [{ dhivehi: found.map(({ written }) => written).join(' '), keys: [] }]
}

const maxLoanWords = 3
