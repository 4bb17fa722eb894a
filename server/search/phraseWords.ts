import type { DatabaseSync } from 'node:sqlite'
import { latinKey } from '#shared/text/phonetic.ts'
import { holdsDigit, words } from '#shared/text/words.ts'
import type { Sight } from './enumerate.ts'
import { statement } from './statements.ts'

/** The words that phrases are called by, for those who type them otherwise: shown to whoever may see one of the phrases. */
export const phraseWordsSchema = `
  create table phrase_words (
    phrase integer not null, written text not null, word text not null, sound text not null, hidden integer not null,
    primary key (phrase, written)) without rowid;
  create index phrase_words_word_idx on phrase_words (word);
  create index phrase_words_sound_idx on phrase_words (sound);
`

export type NamedPhrase = { id: number; names: readonly string[]; isHidden: boolean }

export function writePhraseWords(index: DatabaseSync, { id, names, isHidden }: NamedPhrase) {
  const insert = statement(
    index,
    'insert or ignore into phrase_words (phrase, written, word, sound, hidden) values (?, ?, ?, ?, ?)',
  )
  for (const name of names)
    for (const { word, start, end } of words(name)) {
      const written = name.slice(start, end)
      if (word.length > 1 && !holdsDigit(word)) insert.run(id, written, word, latinKey(written), Number(isHidden))
    }
}

export const removePhraseWords = (index: DatabaseSync, id: number) =>
  void statement(index, 'delete from phrase_words where phrase = ?').run(id)

/** A word as most phrases have it, and how many do. */
export type PhraseWord = { written: string; word: string; sound: string; count: number }

/** The words that sound so, the most frequent first. */
export const phraseWordsSounding = (from: DatabaseSync, sound: string, sight: Sight) =>
  sound === '' ? [] : readWords(from, 'sound = ?', [sound], sight)

/** The words that begin to sound so, the most frequent first. */
export const phraseWordsBeginningToSound = (from: DatabaseSync, sound: string, sight: Sight) =>
  sound === '' ? [] : readWords(from, 'sound >= ? and sound < ?', [sound, `${sound}\uffff`], sight)

/** The words that begin with the same letter and are about as long. */
export function phraseWordsLike(from: DatabaseSync, column: 'word' | 'sound', like: string, sight: Sight) {
  const first = like.charAt(0)
  const where = `${column} >= ? and ${column} < ? and length(${column}) between ? and ?`
  return readWords(from, where, [first, `${first}\uffff`, like.length - 2, like.length + 2], sight)
}

function readWords(from: DatabaseSync, where: string, values: (string | number)[], { unpublished }: Sight) {
  const rows = statement(
    from,
    `select max(count) as count, written, word, sound
       from (select count(*) as count, written, word, sound
               from phrase_words
              where ${where} and hidden <= ?
              group by written)
      group by word
      order by count desc, word`,
  ).all(...values, Number(unpublished))
  return rows.map((row): PhraseWord => ({
    written: String(row['written']),
    word: String(row['word']),
    sound: String(row['sound']),
    count: Number(row['count']),
  }))
}
