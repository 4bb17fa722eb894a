import type { DatabaseSync } from 'node:sqlite'
import { formsOf } from '#shared/text/analyse.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { distance } from './distance.ts'
import { isFound, type Sight } from './enumerate.ts'
import { isLatin } from './isLatin.ts'
import { wordsOfPhraseNames } from './phraseNames.ts'
import { splitWord } from './splitWord.ts'
import { type LibraryWord, type Rarity, wordsLike, wordsSounding, wordsSoundingLike } from './vocabulary.ts'
import { wordAnywhere } from './wordAnywhere.ts'

/** Has a case that may be found this word in any form? */
export const isKnown = (from: DatabaseSync, word: string, sight: Sight) => isFound(from, wordAnywhere(word), sight)

/** Is it a word of what a published phrase is called in another language? */
export const isOfPhrase = (from: DatabaseSync, word: string) =>
  isLatin(word) && formsOf(word).some((form) => wordsOfPhraseNames(from, form.charAt(0)).includes(form))

/** The word that somebody most likely meant. */
export const nearestWord = (from: DatabaseSync, word: string, sight: Sight): string | undefined =>
  isLatin(word) ? nearestLatin(from, word, sight) : (splitWord(from, word, sight) ?? nearestThaana(from, word, sight))

const nearestThaana = (from: DatabaseSync, word: string, sight: Sight) =>
  amongWords(from, sight, (rarity) =>
    nearestFirst(wordsLike(from, word, rarity), (one) => distance(word, one.word, word.length <= 6 ? 1 : 2)),
  )

/** A word of a phrase in English, else one of the library that sounds so, else one that sounds nearly so. */
function nearestLatin(from: DatabaseSync, word: string, sight: Sight): string | undefined {
  const english = wordsOfPhraseNames(from, word.charAt(0)).map((name) => ({ word: name, written: name, count: 0 }))
  const [name] = nearestFirst(english, (one) => distanceOfLetters(word, one.word))
  if (name) return name.written
  const sound = latinKey(word)
  return (
    firstKnown(from, wordsSounding(from, sound, mostTried), sight) ??
    amongWords(from, sight, (rarity) =>
      nearestFirst(beginningAlike(from, sound, rarity), (one) => distanceOfLetters(sound, one.sound)),
    )
  )
}

/** Vowels at the beginning are heard one for another: Omar is Umar. */
const beginningAlike = (from: DatabaseSync, sound: string, rarity: Rarity): LibraryWord[] =>
  (isVowel.test(sound) ? Object.keys(signs).map((vowel) => vowel + sound.slice(1)) : [sound]).flatMap((one) =>
    wordsSoundingLike(from, one, rarity),
  )

/** As `distance`, a vowel half a letter; infinite from a third of the letters on, and of short words. */
function distanceOfLetters(typed: string, known: string): number {
  const letters = weightOf(typed)
  if (typed.length < fewestLetters) return Infinity
  const apart = distance(asSigns(typed), asSigns(known), Math.min(2, letters / 3))
  return apart * 3 < letters ? apart : Infinity
}

/** What is shorter is like very much. */
const fewestLetters = 4

const weightOf = (word: string) => word.length - (word.match(/[aeiou]/g) ?? []).length / 2
const isVowel = /^[aeiou]/

/** `distance` weighs the vowel signs of Thaana half. */
const asSigns = (latin: string) => latin.replace(/[aeiou]/g, (vowel) => signs[vowel] ?? vowel)
const signs: Readonly<Record<string, string>> = { a: '\u07a6', e: '\u07ac', i: '\u07a8', o: '\u07ae', u: '\u07aa' }

/** Among the words of several cases, else among those of one. */
const amongWords = (from: DatabaseSync, sight: Sight, like: (rarity: Rarity) => readonly LibraryWord[]) =>
  firstKnown(from, like('frequent'), sight) ?? firstKnown(from, like('rare'), sight)

const mostTried = 5

const firstKnown = (from: DatabaseSync, words: readonly LibraryWord[], sight: Sight) =>
  words.slice(0, mostTried).find(({ word }) => isKnown(from, word, sight))?.written

/** Those that are near enough; of those as near, the more frequent. */
const nearestFirst = <Word extends Pick<LibraryWord, 'word' | 'count'>>(
  words: readonly Word[],
  apart: (word: Word) => number,
): Word[] =>
  words
    .map((word) => ({ word, score: apart(word) - Math.log10(1 + word.count) / 10 }))
    .filter(({ score }) => score < Infinity)
    .sort((one, other) => one.score - other.score)
    .map(({ word }) => word)
