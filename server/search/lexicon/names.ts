import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { statement } from '#server/search/storage/connection.ts'
import { facetTerm } from '#server/search/storage/indexTerms.ts'
import type { Span } from '#server/search/types.ts'
import { beginningKeys, phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana, spellingKey } from '#shared/text/language/spelling.ts'
import { stems, stripNameCase } from '#shared/text/language/stemmer.ts'
import { stripCountry, stripTitles } from '#shared/text/language/titles.ts'
import { foldToWords, tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { mayBeTransliterated, joinNameParts } from '#shared/text/language/script.ts'
import { forEachNameWord } from './tokenAttributes.ts'
import { wordsBySound } from './vocabulary.ts'

/** Party, judge, court. Parties have no table: they are identified by the key of their name, and `ref` is 0. */
export type NameKind = 'p' | 'j' | 'c'
export type CaseName = {
  kind: NameKind
  ref: number
  name: string
  /** Alternative names. */ others?: string[]
}

type OneName = Omit<CaseName, 'others'>
/** A name with one of its alternative names, and the key of that. */
export type KeyedName = OneName & { called: string; key: string }

export type KnownName = OneName & {
  /** The facet value: of a party its key, which is the same in every index. */ value: number | string
}

/** The key that the spellings of a name share. */
function nameKey(name: string): string {
  const spellings: string[] = []
  forEachNameWord(name, ({ spelling }) => spellings.push(spelling))
  return spellings.join(' ')
}

/** The phonetic key of a complete name in either script. */
const nameSound = (name: string) =>
  tokenizeWords(name)
    .map(({ start, end }) => phoneticKey(name.slice(start, end)))
    .join(' ')

/** A court is also called by its English name, and by both without the country. */
export const alternativeNames = (name: string, english: string) => [english, ...[name, english].map(stripCountry)]

/** The names and alternative names with their keys, each once, without empty keys. */
export function withNameKeys(names: readonly CaseName[]): KeyedName[] {
  const all = names.flatMap(({ others = [], ...name }) =>
    [name.name, ...others].map((called): KeyedName => ({ ...name, called, key: nameKey(called) })),
  )
  const unique = new Map(all.map((name) => [`${name.kind}${name.ref} ${name.key}`, name]))
  return [...unique.values()].filter(({ key }) => key !== '')
}

/** The facet terms of names. */
export const facetTermsOfNames = (names: readonly KeyedName[]): string[] => [
  ...new Set(names.map((name) => facetTerm(name.kind, isParty(name) ? name.key : name.ref))),
]

/** Writes the names of a case; `isHidden`: it is not published. */
export function indexNames(index: DatabaseSync, names: readonly KeyedName[], { isHidden }: { isHidden: boolean }) {
  const [parties, listed] = [names.filter(isParty), names.filter((name) => !isParty(name))]
  for (const all of Map.groupBy(listed, ({ kind, ref }) => facetTerm(kind, ref)).values()) updateListedNames(index, all)
  for (const name of parties) updateParty(index, name, isHidden)
}

const isParty = ({ kind }: KeyedName) => kind === 'p'

/** The names of a judge or a court, which an index of their own finds. */
const isListed = `kind = ? and ref = ? and kind <> 'p'`

/** Replaces the names of a judge or a court if they changed. */
function updateListedNames(index: DatabaseSync, names: readonly KeyedName[]) {
  const [first] = names
  if (!first) return
  const known = statement(index, `select name, key from names where ${isListed}`).all(first.kind, first.ref)
  const isKnown = ({ name, key }: KeyedName) => known.some((row) => row['name'] === name && row['key'] === key)
  if (known.length === names.length && names.every(isKnown)) return
  deleteName(index, first.kind, first.ref)
  for (const name of names) addName(index, name)
}

/** A party is shown by its name as it was written last; the spelling of a hidden case would be shown to all. */
function updateParty(index: DatabaseSync, party: KeyedName, isHidden: boolean) {
  const known = statement(index, `select id, name from names where kind = 'p' and key = ?`).get(party.key)
  if (known && (isHidden || known['name'] === party.name)) return
  if (known) removeNames(index, [known])
  addName(index, party)
}

const insertName = 'insert into names (kind, ref, name, key, sound) values (?, ?, ?, ?, ?)'
const insertNameWords = 'insert into name_words (rowid, words, sounds) values (?, ?, ?)'

function addName(index: DatabaseSync, { kind, ref, name, called, key }: KeyedName) {
  const sound = nameSound(called)
  const { lastInsertRowid } = statement(index, insertName).run(kind, ref, name, key, sound)
  statement(index, insertNameWords).run(lastInsertRowid, foldToWords(called), sound)
}

function deleteName(index: DatabaseSync, kind: NameKind, ref: number) {
  removeNames(index, statement(index, `select id from names where ${isListed}`).all(kind, ref))
}

function removeNames(index: DatabaseSync, rows: readonly Record<string, SQLOutputValue>[]) {
  for (const { id = null } of rows)
    for (const row of ['names where id', 'name_words where rowid']) statement(index, `delete from ${row} = ?`).run(id)
}

/** The names that equal the text in either script; else with a title removed, or in another inflection. */
export function matchingNames(database: DatabaseSync, text: string): KnownName[] {
  const whole = namesEqualTo(database, text)
  if (whole.length > 0) return whole
  const bare = stripTitles(text)
  if (bare.trim() === text.trim()) return inflectedNames(database, text)
  const titled = namesEqualTo(database, bare)
  return (titled.length > 0 ? titled : inflectedNames(database, bare)).filter(({ kind }) => kind === 'j')
}

function namesEqualTo(database: DatabaseSync, text: string): KnownName[] {
  const [key, sound] = [nameKey(text), nameSound(text)]
  if (key === '') return []
  const exact = readNames(database, 'names where key = ? limit 8', key)
  return exact.length > 0 || sound.trim() === '' ? exact : readNames(database, 'names where sound = ? limit 8', sound)
}

/** The limit of names with the same prefix. */
const maxAlike = 500

/** Names whose last word has another case ending. One inflected word is ambiguous: parties need two. */
function inflectedNames(database: DatabaseSync, text: string): KnownName[] {
  const all = nameKey(text).split(' ')
  const { word: last = '' } = tokenizeWords(text).at(-1) ?? {}
  const [stem = ''] = stems(last)
  if (!isThaana(last)) return []
  // A case ending may change the vowel before it.
  const begins = [...all.slice(0, -1), stem.replace(/\p{M}+$/u, '')].join(' ')
  const rows = statement(
    database,
    `select kind, ref, name, key from names where key >= ? and key < ? limit ${maxAlike}`,
  ).all(begins, `${begins}\uffff`)
  const same = rows.filter((row) => {
    const own = String(row['key']).split(' ')
    return own.length === all.length && stems(own.at(-1) ?? '')[0] === stem
  })
  return knownNames(same).filter(({ kind }) => kind !== 'p' || all.length > 1)
}

/** Names that contain each typed word, the last as a prefix; in Latin letters by phonetic key. */
export function namesByPrefix(database: DatabaseSync, text: string, limit: number): KnownName[] {
  const typed = tokenizeWords(text).map(({ word, start, end }) => ({ word, slice: text.slice(start, end) }))
  const before = typed.slice(0, -1).map(({ slice }) => phoneticKey(slice))
  const last = typed.at(-1)?.slice ?? ''
  const byWords = allOf('words', typed.map(({ word }) => word)) // prettier-ignore
  const named = (keys: readonly string[]) => {
    const bySounds = before.includes('') ? [] : keys.map((key) => allOf('sounds', [...before, key]))
    const where = `names where id in (select rowid from name_words where name_words match ? limit ${limit})`
    return readNames(database, where, [byWords, ...bySounds].join(' OR '))
  }
  const found = named(beginningKeys(last))
  return found.length > 0 ? found : named([phoneticKey(last)].filter((key) => key !== ''))
}

/** The last part is a prefix. */
const allOf = (column: string, parts: readonly string[]) =>
  `(${parts.map((part, at) => `${column} : "${part}"${at === parts.length - 1 ? ' *' : ''}`).join(' AND ')})`

const readNames = (database: DatabaseSync, where: string, value: string) =>
  knownNames(statement(database, `select kind, ref, name, key from ${where}`).all(value))

/** The distinct names of rows. */
function knownNames(rows: readonly Record<string, unknown>[]): KnownName[] {
  const names = rows.map((row): KnownName => {
    const kind = String(row['kind']) as NameKind
    const ref = Number(row['ref'])
    return { kind, ref, name: String(row['name']), value: kind === 'p' ? String(row['key']) : ref }
  })
  return [...new Map(names.map((name) => [facetTerm(name.kind, name.value), name])).values()]
}

/** A phonetic key that the index of sounds can be searched for. */
const keyPattern = /^[\p{L}\p{N}]+$/u

/** Whether a name of the library has a word with this phonetic key. */
export const hasNameWithSound = (database: DatabaseSync, sound: string) =>
  keyPattern.test(sound) &&
  statement(database, 'select 1 from name_words where name_words match ? limit 1').get(`sounds : "${sound}"`) !==
    undefined

/** The limits of names and text words that are scanned for other spellings. */
const maxNames = 1000
const maxTextWords = 50

/**
 * All folded spellings of a word of a name in the library, the word itself first; for a word in Latin letters, all words
 * with its phonetic key. Only `maxNames` names are scanned.
 */
export function nameSpellings(database: DatabaseSync, written: string, folded: string): string[] {
  const [key, sound] = [spellingKey(folded), phoneticKey(written)]
  const isSame = mayBeTransliterated(folded)
    ? ({ word, slice }: NameWord) => word === folded || phoneticKey(slice) === sound
    : ({ word }: NameWord) => spellingKey(word) === key
  const known = [...wordsOfNames(database, { key, sound }), ...wordsOfTexts(database, sound)]
  return [...new Set([folded, ...known.filter(isSame).map(({ word }) => word)])]
}

/** A folded word, and as written in a name. */
type NameWord = { word: string; slice: string }

function wordsOfNames(database: DatabaseSync, { key, sound }: { key: string; sound: string }): NameWord[] {
  const byKey = statement(database, `select name from names where key >= ? and key < ? limit ${maxNames}`)
  const bySound = statement(
    database,
    `select name from names where id in (select rowid from name_words where name_words match ? limit ${maxNames})`,
  )
  const rows = [
    ...byKey.all(key, `${key}\uffff`),
    ...(keyPattern.test(sound) ? bySound.all(`sounds : "${sound}"`) : []),
  ]
  const names = new Set(rows.map((row) => String(row['name'])))
  return [...names].flatMap((name) =>
    tokenizeWords(name).map(({ word, start, end }) => ({ word, slice: name.slice(start, end) })),
  )
}

const wordsOfTexts = (database: DatabaseSync, sound: string): NameWord[] =>
  wordsBySound(database, sound, maxTextWords).map(({ word, written }) => ({ word, slice: written }))

/** Later words of a text are ignored. */
const maxWords = 60

/**
 * Finds party names in a text, complete or partial, in any script, word order and case ending: adjacent words whose
 * phonetic keys are near each other in a party name, and words that only party names and no texts contain.
 */
export function findPartyNames(database: DatabaseSync, text: string): Span[] {
  const typed = wholeWords(text)
    .slice(0, maxWords)
    .map((span) => ({ ...span, sounds: soundsInNames(database, joinNameParts(text.slice(span.start, span.end))) }))
  const spans: Span[] = []
  for (const [at, { start, end, sounds }] of typed.entries()) {
    const before = typed[at - 1]
    const last = spans.at(-1)
    if (!before || !areInName(database, before.sounds, sounds)) {
      if (sounds.length > 0 && !isInTexts(database, text.slice(start, end))) spans.push({ start, end })
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

const isOne = (typed: string) =>
  joinNameParts(typed) !== typed && mayBeTransliterated(joinNameParts(typed).toLowerCase())

/** The phonetic keys of a word without its case ending. */
const soundsOf = (word: string) =>
  [...new Set(stripNameCase(word).map(phoneticKey))].filter((sound) => keyPattern.test(sound))

/** The phonetic keys of a word that occur in party names. */
const soundsInNames = (database: DatabaseSync, word: string) =>
  soundsOf(word).filter((sound) => isInName(database, `"${sound}"`))

/** Whether two words are in one party name, in either order, with at most one word between. */
const areInName = (database: DatabaseSync, some: readonly string[], next: readonly string[]) =>
  some.some((one) =>
    next.some((other) => isInName(database, one === other ? `"${one} ${other}"` : `NEAR("${one}" "${other}", 1)`)),
  )

function isInName(database: DatabaseSync, ftsQuery: string): boolean {
  const select = statement(
    database,
    `select 1
       from name_words
       join names on names.id = name_words.rowid
      where name_words match ? and kind = 'p'
      limit 1`,
  )
  return select.get(`sounds : ${ftsQuery}`) !== undefined
}

const isInTexts = (database: DatabaseSync, word: string) =>
  soundsOf(word).some((sound) => wordsBySound(database, sound, 1).length > 0)
