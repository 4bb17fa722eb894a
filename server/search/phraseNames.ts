import type { DatabaseSync } from 'node:sqlite'
import { formsOf } from '#shared/text/analyse.ts'
import { words } from '#shared/text/words.ts'
import { statement } from './statements.ts'

/**
 * What the published phrases are called in English and in Arabic, as a dictionary: from a name to the Dhivehi phrase and
 * to the keys of the numbers of the cases that use it.
 */
export const phraseNamesSchema = `
  create table phrase_names (name text not null, phrase integer not null, primary key (name, phrase)) without rowid;
  create index phrase_names_phrase_idx on phrase_names (phrase);
  create table phrase_meanings (id integer primary key, dhivehi text not null, keys text not null);
`

export type PhraseMeaning = { dhivehi: string; keys: string[] }
type Phrase = PhraseMeaning & { id: number; names: readonly string[] }

export function writePhraseNames(index: DatabaseSync, { id, names, dhivehi, keys }: Phrase) {
  statement(index, 'insert into phrase_meanings (id, dhivehi, keys) values (?, ?, ?)').run(id, dhivehi, keys.join(' '))
  const insert = statement(index, 'insert or ignore into phrase_names (name, phrase) values (?, ?)')
  // Several names in one field are divided by a sign.
  for (const name of names.flatMap((one) => one.split(/[;,،؛/()]/)).map(nameOf)) if (name !== '') insert.run(name, id)
}

export function removePhraseNames(index: DatabaseSync, id: number) {
  statement(index, 'delete from phrase_names where phrase = ?').run(id)
  statement(index, 'delete from phrase_meanings where id = ?').run(id)
}

const most = 5

/** The phrases that are called so. */
export function meaningsOf(from: DatabaseSync, name: string): PhraseMeaning[] {
  const rows = statement(
    from,
    `select dhivehi, keys
         from phrase_names
         join phrase_meanings on id = phrase
        where name = ?
        order by id
        limit ${most}`,
  ).all(nameOf(name))
  return rows.map((row) => ({ dhivehi: String(row['dhivehi']), keys: String(row['keys']).split(' ').filter(Boolean) }))
}

/** Words of their names with this first letter, each once. */
export function wordsOfPhraseNames(from: DatabaseSync, first: string): string[] {
  const select = statement(from, `select distinct name from phrase_names where name like ? or name like ?`)
  const names = select.all(`${first}%`, `% ${first}%`).map((row) => String(row['name']))
  return [...new Set(names.flatMap((name) => name.split(' ')).filter((word) => word.startsWith(first)))]
}

/** In the singular, and without the article of Arabic. */
const nameOf = (text: string) =>
  words(text)
    .map(({ word }) => (formsOf(word)[0] ?? word).replace(/^ال(?=..)/, ''))
    .join(' ')
