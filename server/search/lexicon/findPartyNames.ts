import type { DatabaseSync } from 'node:sqlite'
import { statement } from '#server/search/storage/statements.ts'
import type { Span } from '#server/search/types.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { stripNameCase } from '#shared/text/language/stemmer.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { isLatin, joinNameParts } from './latinScript.ts'
import { wordsBySound } from './vocabulary.ts'

/** Later words of a text are ignored. */
const maxWords = 60

/**
 * Finds party names in a text, complete or partial, in any script, word order and case ending: adjacent words whose
 * phonetic keys are near each other in a party name, and words that only party names and no texts contain.
 */
export function findPartyNames(from: DatabaseSync, text: string): Span[] {
  const typed = wholeWords(text)
    .slice(0, maxWords)
    .map((span) => ({ ...span, sounds: soundsInNames(from, joinNameParts(text.slice(span.start, span.end))) }))
  const spans: Span[] = []
  for (const [at, { start, end, sounds }] of typed.entries()) {
    const before = typed[at - 1]
    const last = spans.at(-1)
    if (!before || !areInName(from, before.sounds, sounds)) {
      if (sounds.length > 0 && !isInTexts(from, text.slice(start, end))) spans.push({ start, end })
    } else if (last?.end === before.end) last.end = end
    else spans.push({ start: before.start, end })
  }
  return spans
}

/** The words of a text; words that are one in Dhivehi, such as `Abdul Rahman`, count as one. */
function wholeWords(text: string): Span[] {
  const whole: Span[] = []
  const all = tokenizeWords(text)
  for (let at = 0; at < all.length;) {
    const start = all[at]?.start ?? 0
    const length = [3, 2].find((count) => isOne(text.slice(start, all[at + count - 1]?.end ?? start))) ?? 1
    whole.push({ start, end: all[at + length - 1]?.end ?? start })
    at += length
  }
  return whole
}

const isOne = (typed: string) => joinNameParts(typed) !== typed && isLatin(joinNameParts(typed).toLowerCase())

/** The phonetic keys of a word without its case ending. */
const soundsOf = (word: string) =>
  [...new Set(stripNameCase(word).map(phoneticKey))].filter((sound) => isKey.test(sound))

/** The phonetic keys of a word that occur in party names. */
const soundsInNames = (from: DatabaseSync, word: string) =>
  soundsOf(word).filter((sound) => isInName(from, `"${sound}"`))

/** Whether two words are in one party name, in either order, with at most one word between. */
const areInName = (from: DatabaseSync, some: readonly string[], next: readonly string[]) =>
  some.some((one) =>
    next.some((other) => isInName(from, one === other ? `"${one} ${other}"` : `NEAR("${one}" "${other}", 1)`)),
  )

function isInName(from: DatabaseSync, ftsQuery: string): boolean {
  const select = statement(
    from,
    `select 1
       from name_words
       join names on names.id = name_words.rowid
      where name_words match ? and kind = 'p'
      limit 1`,
  )
  return select.get(`sounds : ${ftsQuery}`) !== undefined
}

const isInTexts = (from: DatabaseSync, word: string) =>
  soundsOf(word).some((sound) => wordsBySound(from, sound, 1).length > 0)

const isKey = /^[\p{L}\p{N}]+$/u
