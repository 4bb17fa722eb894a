import type { DatabaseSync } from 'node:sqlite'
import { latinKey } from '#shared/text/phonetic.ts'
import { onlyWords, words } from '#shared/text/words.ts'
import { facet } from './ownWords.ts'
import { eachNameWord } from './spelled.ts'
import { statement } from './statements.ts'
import { tokenizer } from './tokenizer.ts'

/**
 * The names that stand in cases: of parties, judges and courts. As with words, one may stay when no case has it any more:
 * whether somebody may see it is asked of the cases themselves, which hold each of their names as a facet.
 */
export const namesSchema = `
  create table names (
    id integer primary key, kind text not null, ref integer not null, name text not null, key text not null,
    sound text not null, unique (kind, ref, key));
  create index names_key_idx on names (key);
  create index names_sound_idx on names (sound);
  create virtual table name_words using fts5(
    words, sounds, content = '', contentless_delete = 1, prefix = '2 3',
    tokenize = ${tokenizer});
`

/** Parties are no rows of a list: they have no number but that of their name, and `ref` 0. */
export type NameKind = 'p' | 'j' | 'c'
export type CaseName = { kind: NameKind; ref: number; name: string }

/** A name with that by which it is known. */
export type KeyedName = CaseName & { key: string }

export type KnownName = CaseName & { /** As a facet has it. */ value: number }

/** A name in the form in which its spellings meet. */
export function nameKey(name: string): string {
  const spellings: string[] = []
  eachNameWord(name, ({ spelling }) => spellings.push(spelling))
  return spellings.join(' ')
}

/** How a whole name sounds, whichever letters it is written in. */
export const nameSound = (name: string) =>
  words(name)
    .map(({ start, end }) => latinKey(name.slice(start, end)))
    .join(' ')

/** The names that have a word. */
export const keyNames = (names: readonly CaseName[]): KeyedName[] =>
  names.map((name) => ({ ...name, key: nameKey(name.name) })).filter(({ key }) => key !== '')

/** Keeps the names of a case and answers their facets. */
export function writeNames(index: DatabaseSync, names: readonly KeyedName[]): string[] {
  return names.map((name) => {
    const id = idOf(index, name) ?? addName(index, name)
    return facet(name.kind, name.kind === 'p' ? id : name.ref)
  })
}

function idOf(index: DatabaseSync, { kind, ref, key }: KeyedName): number | undefined {
  const row = statement(index, 'select id from names where kind = ? and ref = ? and key = ?').get(kind, ref, key)
  return row && Number(row['id'])
}

const insertName = 'insert into names (kind, ref, name, key, sound) values (?, ?, ?, ?, ?)'
const insertNameWords = 'insert into name_words (rowid, words, sounds) values (?, ?, ?)'

function addName(index: DatabaseSync, { kind, ref, name, key }: KeyedName): number {
  // A judge or a court that was renamed has its old name no more.
  if (kind !== 'p') forgetName(index, kind, ref)
  const sound = nameSound(name)
  const { lastInsertRowid } = statement(index, insertName).run(kind, ref, name, key, sound)
  statement(index, insertNameWords).run(lastInsertRowid, onlyWords(name), sound)
  return Number(lastInsertRowid)
}

function forgetName(index: DatabaseSync, kind: NameKind, ref: number) {
  for (const row of statement(index, 'delete from names where kind = ? and ref = ? returning id').all(kind, ref))
    statement(index, 'delete from name_words where rowid = ?').run(Number(row['id']))
}

/** The names that are this as a whole, in any letters. */
export function namesThatAre(from: DatabaseSync, text: string): KnownName[] {
  const [key, sound] = [nameKey(text), nameSound(text)]
  if (key === '') return []
  const exact = readNames(from, 'names where key = ? limit 8', key)
  return exact.length > 0 || sound.trim() === '' ? exact : readNames(from, 'names where sound = ? limit 8', sound)
}

/** Names with a word that begins so, for each word that is typed; in Latin letters by their sound. */
export function namesBeginning(from: DatabaseSync, text: string, most: number): KnownName[] {
  const typed = words(text)
  const all = (column: string, parts: readonly string[]) =>
    `(${parts.map((part, at) => `${column} : "${part}"${at === parts.length - 1 ? ' *' : ''}`).join(' AND ')})`
  const sounds = typed.map(({ start, end }) => latinKey(text.slice(start, end)))
  const choices = [all('words', typed.map(({ word }) => word))] // prettier-ignore
  if (sounds.every((sound) => sound !== '')) choices.push(all('sounds', sounds))
  return readNames(
    from,
    `names where id in (select rowid from name_words where name_words match ? limit ${most})`,
    choices.join(' OR '),
  )
}

function readNames(from: DatabaseSync, where: string, value: string): KnownName[] {
  const rows = statement(from, `select id, kind, ref, name from ${where}`).all(value)
  return rows.map((row) => {
    const kind = String(row['kind']) as NameKind
    return {
      kind,
      ref: Number(row['ref']),
      name: String(row['name']),
      value: Number(kind === 'p' ? row['id'] : row['ref']),
    }
  })
}
