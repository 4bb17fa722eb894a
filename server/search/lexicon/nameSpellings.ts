import type { DatabaseSync } from 'node:sqlite'
import { statement } from '#server/search/storage/statements.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { spellingKey } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { isLatin } from './latinScript.ts'
import { wordsBySound } from './vocabulary.ts'

/** The limits of names and text words that are scanned for other spellings. */
const maxNames = 1000
const maxTextWords = 50

/**
 * All folded spellings of a word of a name in the library, the word itself first; for a word in Latin letters, all words
 * with its phonetic key. Only `maxNames` names are scanned.
 */
export function nameSpellings(from: DatabaseSync, written: string, folded: string): string[] {
  const [key, sound] = [spellingKey(folded), phoneticKey(written)]
  const isSame = isLatin(folded)
    ? ({ word, slice }: NameWord) => word === folded || phoneticKey(slice) === sound
    : ({ word }: NameWord) => spellingKey(word) === key
  const known = [...wordsOfNames(from, { key, sound }), ...wordsOfTexts(from, sound)]
  return [...new Set([folded, ...known.filter(isSame).map(({ word }) => word)])]
}

/** A folded word, and as written in a name. */
type NameWord = { word: string; slice: string }

function wordsOfNames(from: DatabaseSync, { key, sound }: { key: string; sound: string }): NameWord[] {
  const byKey = statement(from, `select name from names where key >= ? and key < ? limit ${maxNames}`)
  const bySound = statement(
    from,
    `select name from names where id in (select rowid from name_words where name_words match ? limit ${maxNames})`,
  )
  const rows = [
    ...byKey.all(key, `${key}\uffff`),
    ...(/^[\p{L}\p{N}]+$/u.test(sound) ? bySound.all(`sounds : "${sound}"`) : []),
  ]
  const names = new Set(rows.map((row) => String(row['name'])))
  return [...names].flatMap((name) =>
    tokenizeWords(name).map(({ word, start, end }) => ({ word, slice: name.slice(start, end) })),
  )
}

const wordsOfTexts = (from: DatabaseSync, sound: string): NameWord[] =>
  wordsBySound(from, sound, maxTextWords).map(({ word, written }) => ({ word, slice: written }))
