import type { DatabaseSync } from 'node:sqlite'
import { editDistance } from '#server/search/lexicon/editDistance.ts'
import { glossaryWords, isEnglish, isExpression } from '#server/search/lexicon/glossary.ts'
import { mayBeTransliterated } from '#shared/text/language/script.ts'
import { phraseNameWords } from '#server/search/lexicon/phraseNames.ts'
import { channelWeights } from '#server/search/lexicon/softMatchWeights.ts'
import {
  type VocabularyWord,
  type FrequencyClass,
  documentFrequency,
  firstAccepted,
  spellingsByFrequency,
  wordsBySound,
  similarSoundingWords,
  wordsWithSimilarConsonants,
} from '#server/search/lexicon/vocabulary.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import { anyOf, type FtsQuery, phrase, anyFormOf, term } from '#server/search/storage/ftsQuery.ts'
import { restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import { exactTerm, stemTerm } from '#server/search/storage/indexTerms.ts'
import type { CaseQuery, RelaxedWord, Visibility } from '#server/search/types.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { countLetters, hasDigit, tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { isLeaf, type Leaf, type Node, type ParsedQuery, type WordNode } from '#shared/text/query/tree.ts'
import { compileCaseQuery } from './compileCaseQuery.ts'
import { caseFields, compileQuery } from './compileQuery.ts'
import { expandPhrases } from './expandPhrases.ts'

const maxWords = 3

/**
 * Spelling correction (“did you mean”, by edit distance): the query with every unknown word replaced by the nearest
 * library word; null when that finds nothing under the filters of the query either. A word that has synonyms is no mistake.
 * Only words that the user may find are suggested. `relaxed`: the spellings that near matches already have.
 */
export function suggestCorrection(
  reader: IndexReader,
  query: CaseQuery & { parsed: ParsedQuery },
  { visibility, relaxed }: { visibility: Visibility; relaxed: readonly RelaxedWord[] },
): string | null {
  const from = reader.database
  const { parsed } = query
  const unknown = parsed.terms
    .filter((leaf) => leaf.kind === 'word')
    .filter(({ word }) => !isExpression(word) && isUnknown(reader, word, visibility))
  if (unknown.length === 0 || unknown.length > maxWords) return null
  const replacements = unknown.flatMap((leaf) => {
    const found = relaxed.find(({ word }) => word === (leaf.exact ?? leaf.word))
    const as = found?.as ?? corrections(reader, leaf.word, visibility).map(({ written }) => written)
    return as.slice(0, 1).map((word) => ({ leaf, word }))
  })
  if (replacements.length < unknown.length) return null
  const { text, root } = replaceWords(parsed, replacements)
  const words = root && compileQuery(expandPhrases(from, root, text).root, caseFields)
  const { ftsQuery, ...range } = compileCaseQuery(from, query, words)
  if (!words || !ftsQuery) return null
  return reader.cases.countRange({ ftsQuery: restrictToVisible(ftsQuery, visibility), ...range }) > 0 ? text : null
}

/**
 * The two words that a query of one unknown word may be joined from, although no case has them next to each other: they are
 * only offered. Of several divisions the one with the most frequent words; null when no case has any of the two under the filters.
 */
export function suggestSplit(
  reader: IndexReader,
  query: CaseQuery & { parsed: ParsedQuery },
  visibility: Visibility,
): string | null {
  const { parsed } = query
  const leaf = parsed.root
  if (leaf?.kind !== 'word' || mayBeTransliterated(leaf.word) || isExpression(leaf.word)) return null
  if (!isUnknown(reader, leaf.word, visibility)) return null
  const divisions = splitsOf(leaf.word)
    .filter((parts) => parts.every((part) => isKnown(reader, part, visibility)))
    .map((parts) => ({ parts, score: parts.reduce((sum, part) => sum + Math.log1p(frequencyOf(reader, part)), 0) }))
    .sort((one, other) => other.score - one.score)
  const best = divisions.find(({ parts }) => {
    const { ftsQuery, ...range } = compileCaseQuery(reader.database, query, anyOf(parts.map(anyFormOf)))
    return ftsQuery && reader.cases.countRange({ ftsQuery: restrictToVisible(ftsQuery, visibility), ...range }) > 0
  })
  return best ? replaceWords(parsed, [{ leaf, word: writtenParts(reader, best.parts, visibility) }]).text : null
}

/** A word of a query, and the text that replaces it. */
export type Replacement = { leaf: WordNode; word: string }

type Corrected = Pick<ParsedQuery, 'text' | 'root'>

/** Replaces words of a query: returns the text, and the tree with its positions in that text. */
export function replaceWords({ text, root }: Corrected, replacements: readonly Replacement[]): Corrected {
  const ordered = [...replacements].sort((one, other) => one.leaf.start - other.leaf.start)
  const shift = (position: number) =>
    ordered.reduce((sum, { leaf, word }) => sum + (leaf.end <= position ? word.length - (leaf.end - leaf.start) : 0), 0)
  const moved = <Of extends Leaf>(leaf: Of): Of => {
    const start = leaf.start + shift(leaf.start)
    return { ...leaf, start, end: leaf.end + shift(leaf.end) }
  }
  const byLeaf = new Map<Node, string>(ordered.map(({ leaf, word }) => [leaf, word]))
  const replace = (node: Node): Node => {
    const word = byLeaf.get(node)
    if (isLeaf(node)) return word === undefined ? moved(node) : wordsAt(word, moved(node).start)
    if (node.kind === 'not') return { kind: 'not', of: replace(node.of) }
    const of = node.of.map(replace)
    return { ...node, of: node.kind === 'and' ? of.flatMap((part) => (part.kind === 'and' ? part.of : part)) : of }
  }
  return {
    text: ordered.reduceRight(
      (written, { leaf, word }) => written.slice(0, leaf.start) + word + written.slice(leaf.end),
      text,
    ),
    root: root && replace(root),
  }
}

/** The words of a text at a position; all must match. */
export function wordsAt(text: string, position: number): Node {
  const leaves = tokenizeWords(text).map(({ word, start, end }): WordNode => ({
    kind: 'word',
    word,
    start: start + position,
    end: end + position,
  }))
  const [first] = leaves
  return leaves.length === 1 && first ? first : { kind: 'and', of: leaves }
}

/** Whether a visible case has this word in any form. */
const isKnown = (reader: IndexReader, word: string, visibility: Visibility) =>
  hasMatch(reader, anyFormOf(word), visibility)

/** The spelling in which most cases have a folded word, of those that a visible case has; the word itself if none has any. */
export const visibleSpelling = (reader: IndexReader, word: string, visibility: Visibility): string =>
  spellingsByFrequency(reader.database, word).find((written) =>
    hasMatch(reader, term(exactTerm(written)), visibility),
  ) ?? word

/** Whether it is a word of an English or Arabic name of a published phrase. */
const isPhraseWord = (database: DatabaseSync, word: string) =>
  mayBeTransliterated(word) && formsOf(word).some((form) => phraseNameWords(database, form.charAt(0)).includes(form))

/** The library words that an unknown word may be meant as, the most likely first; none for a word that is known. */
export const nearestWords = (reader: IndexReader, word: string, visibility: Visibility): Likely[] =>
  word.length <= maxLetters && isUnknown(reader, word, visibility) ? corrections(reader, word, visibility) : []

/** In UTF-16 units: the library has no longer words to correct one by. */
const maxLetters = 40

/** A number is never corrected. */
const isUnknown = (reader: IndexReader, word: string, visibility: Visibility) =>
  !hasDigit(word) && !isKnown(reader, word, visibility) && !isPhraseWord(reader.database, word) && !isEnglish(word)

const corrections = (reader: IndexReader, word: string, visibility: Visibility): Likely[] =>
  mayBeTransliterated(word)
    ? nearestLatin(reader, word, visibility).map((written) => ({ written, likelihood: 1 }))
    : [...splitWord(reader, word, visibility), ...similarWords(reader, word, visibility)].slice(0, maxAlternatives)

const maxAlternatives = 4

/** A word of the library, and how likely it is meant, of the most likely one 1. */
export type Likely = { written: string; likelihood: number }

/**
 * The other words of the library that a word may be meant as, by a noisy channel: the cost of the slips and the frequency of the
 * word; one inflection of each.
 */
export function similarWords(reader: IndexReader, word: string, visibility: Visibility): Likely[] {
  const from = reader.database
  const similar = wordsWithSimilarConsonants(from, word)
    .filter((one) => one !== word)
    .map((one) => ({ word: one, apart: editDistance(word, one, maxDistance(word)) }))
    .filter(({ apart }) => apart < Infinity)
    .map((one) => ({
      ...one,
      score: one.apart - channelWeights.frequency * Math.log10(1 + frequencyOf(reader, one.word)),
    }))
    .sort((one, other) => one.score - other.score)
  // The least score of a word that the user may see: others do not decide which words are alternatives.
  let least: number | undefined
  const alternatives: Likely[] = []
  for (const [one] of Map.groupBy(similar, ({ word }) => formsOf(word)[0]).values()) {
    if (!one || one.score - (least ?? one.score) > channelWeights.margin || alternatives.length === maxAlternatives)
      break
    if (!isKnown(reader, one.word, visibility)) continue
    least ??= one.score
    const likelihood = 2 ** ((least - one.score) / channelWeights.halving)
    alternatives.push({ written: visibleSpelling(reader, one.word, visibility), likelihood })
  }
  return alternatives
}

const frequencyOf = (reader: IndexReader, word: string) =>
  documentFrequency(reader.database, word, reader.cases.total())

/** In letters: one of a short word. */
const maxDistance = (word: string) => (word.length <= 6 ? 1 : 2)

/** An English word of a phrase name, else a library word with the same phonetic key, else one with a similar key. */
function nearestLatin(reader: IndexReader, word: string, visibility: Visibility): string[] {
  const from = reader.database
  const first = word.charAt(0)
  const english = [...phraseNameWords(from, first), ...glossaryWords(first)].map((name) => ({
    word: name,
    written: name,
    count: 0,
  }))
  const [name] = nearestFirst(english, (one) => distanceOfLetters(word, one.word))
  if (name) return [name.written]
  const sound = phoneticKey(word)
  const same = known(reader, wordsBySound(from, sound, maxTried), visibility)
  return same.length > 0
    ? same
    : amongWords(reader, visibility, (rarity) =>
        nearestFirst(wordsWithAnyVowel(from, sound, rarity), (one) => distanceOfLetters(sound, one.sound)),
      )
}

/** Initial vowels are interchangeable in speech: Omar is Umar. */
const wordsWithAnyVowel = (database: DatabaseSync, sound: string, rarity: FrequencyClass): VocabularyWord[] =>
  (initialVowel.test(sound) ? Object.keys(signs).map((vowel) => vowel + sound.slice(1)) : [sound]).flatMap((one) =>
    similarSoundingWords(database, one, rarity),
  )

/** The edit distance of Latin words, a vowel half a letter; infinite from a third of the letters on, and for short words. */
function distanceOfLetters(typed: string, known: string): number {
  const letters = weightOf(typed)
  if (typed.length < minLetters) return Infinity
  const apart = editDistance(asSigns(typed), asSigns(known), Math.min(2, letters / 3))
  return apart * 3 < letters ? apart : Infinity
}

/** Shorter words resemble too many others. */
const minLetters = 4

const weightOf = (word: string) => word.length - (word.match(/[aeiou]/g) ?? []).length / 2
const initialVowel = /^[aeiou]/

/** `editDistance` weighs Thaana vowel signs half. */
const asSigns = (latin: string) => latin.replace(/[aeiou]/g, (vowel) => signs[vowel] ?? vowel)
const signs: Readonly<Record<string, string>> = { a: '\u07a6', e: '\u07ac', i: '\u07a8', o: '\u07ae', u: '\u07aa' }

/** Words of several cases are preferred to words of one. */
function amongWords(
  reader: IndexReader,
  visibility: Visibility,
  like: (rarity: FrequencyClass) => readonly VocabularyWord[],
): string[] {
  const frequent = known(reader, like('frequent'), visibility)
  return frequent.length > 0 ? frequent : known(reader, like('rare'), visibility)
}

/** The likeliest words that are looked up: those that only hidden cases have take no place of others. */
const maxTried = 50

const known = (reader: IndexReader, words: readonly VocabularyWord[], visibility: Visibility): string[] =>
  firstAccepted(words.slice(0, maxTried), maxAlternatives, (word) => isKnown(reader, word, visibility)).map(
    ({ word }) => visibleSpelling(reader, word, visibility),
  )

/** The words within the edit distance, nearest first, then the more frequent. */
const nearestFirst = <Word extends Pick<VocabularyWord, 'word' | 'count'>>(
  words: readonly Word[],
  apart: (word: Word) => number,
): Word[] =>
  words
    .map((word) => ({ word, score: apart(word) - Math.log10(1 + word.count) / 10 }))
    .filter(({ score }) => score < Infinity)
    .sort((one, other) => one.score - other.score)
    .map(({ word }) => word)

/** The lengths in letters: a shorter part ends too many words, a longer word is not two. */
const splitLetters = { min: 2, max: 40 }

/** Splits a word into two library words that are adjacent in some case. */
function splitWord(reader: IndexReader, word: string, visibility: Visibility): Likely[] {
  const parts = splitsOf(word).find(([one, other]) => hasMatch(reader, adjacent(one, other), visibility))
  if (!parts) return []
  return [{ written: writtenParts(reader, parts, visibility), likelihood: 1 }]
}

const writtenParts = (reader: IndexReader, parts: readonly string[], visibility: Visibility) =>
  parts.map((part) => visibleSpelling(reader, part, visibility)).join(' ')

/** A part ends after the vowel sign of its last letter. */
function splitsOf(word: string): [string, string][] {
  const signs = word.length > splitLetters.max ? [] : (word.match(/\P{M}\p{M}*/gu) ?? [])
  const all = signs.map((_, at): [string, string] => [signs.slice(0, at).join(''), signs.slice(at).join('')])
  return all.filter((parts) => parts.every((part) => countLetters(part) >= splitLetters.min))
}

const adjacent = (one: string, other: string): FtsQuery =>
  anyOf([phrase([one, other]), phrase([one, other].map((part) => stemTerm(formsOf(part)[0] ?? part)))])
