import type { DatabaseSync } from 'node:sqlite'
import type { Entity } from '#shared/calls/search.ts'
import { readCaseNumber } from '#shared/text/caseNumber.ts'
import { isCodeAmong } from '#shared/text/courtCodes.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { holdsDigit, type Word, words as wordsOf } from '#shared/text/words.ts'
import { besideLast } from './besideLast.ts'
import { entityOf } from './entities.ts'
import { isFound, newestIds, seen, type Sight } from './enumerate.ts'
import type { CaseQuery } from './index.ts'
import { isLatin } from './isLatin.ts'
import { joinedName } from './latinNames.ts'
import { namesBeginning } from './names.ts'
import { allOf, anyOf, beginning, holds, inColumns, written } from './match.ts'
import { exactWordIn, keyWord } from './ownWords.ts'
import { namesAsked, thoseNamed } from './pages.ts'
import { phraseWordsBeginningToSound, phraseWordsSounding } from './phraseWords.ts'
import { statement } from './statements.ts'
import { wordsBeginning, wordsBeginningToSound } from './vocabulary.ts'

/** What may be meant by what was typed so far: rows of PostgreSQL by their ids, and texts of the index's own. */
export type Beginnings = { cases: number[]; phrases: number[]; names: Entity[]; words: string[] }

type Seen = { cases: Sight; phrases: Sight }

const most = { cases: 4, phrases: 4, names: 6, words: 8 }

export function findBeginnings(from: DatabaseSync, { text = '', codes = [] }: CaseQuery, sight: Seen): Beginnings {
  const typed = wordsOf(text)
  if (typed.length === 0) return { cases: [], phrases: [], names: [], words: [] }
  return {
    cases: holdsDigit(text)
      ? casesNumbered(from, { typed, keys: readCaseNumber(text, isCodeAmong(codes)).keys }, sight.cases)
      : [],
    phrases: phrasesBeginning(from, { text, typed }, sight.phrases),
    names: namesOf(from, text, sight.cases),
    words: completions(from, { text, typed, codes }, sight.cases),
  }
}

type Typed = { text: string; typed: readonly Word[] }

type Numbered = { typed: readonly Word[]; keys: readonly string[] }

/** The cases of a whole number, or the newest whose number holds what was typed. */
function casesNumbered(from: DatabaseSync, { typed, keys }: Numbered, sight: Sight): number[] {
  const whole = keys.map((key) => holds(keyWord(key)))
  const parts = typed.map(({ word }, at) => lastBegins(exactWordIn('n', word), at === typed.length - 1))
  return newestIds(from, seen(anyOf([...whole, allOf(parts)]), sight), most.cases)
}

/** What is typed last may go on. */
const lastBegins = (word: string, isLast: boolean) => (isLast ? beginning(word) : holds(word))

/** Those that are called as was typed first: it may be all of a name. */
function phrasesBeginning(from: DatabaseSync, { text, typed }: Typed, sight: Sight): number[] {
  const parts = typed.map(({ word }, at) => {
    const isLast = at === typed.length - 1
    return anyOf([lastBegins(word, isLast), ...phraseWordsHeard(from, { word, isLast }, sight).map(holds)])
  })
  const match = inColumns('{dhivehi english arabic}', allOf(parts))
  const names = namesAsked(text)
  const rows = statement(
    from,
    `select rowid as id from phrases where phrases match ? order by ${thoseNamed.repeat(names.length)}bm25(phrases) limit ?`,
  ).all(written(seen(match, sight)), ...names, most.phrases)
  return rows.map((row) => Number(row['id']))
}

/** Of one letter too much begins to sound so, and of what does, so many words are looked for. */
const heard = { letters: 2, words: 20 }

/** The words of phrases that a word in Latin letters may be. */
function phraseWordsHeard(from: DatabaseSync, { word, isLast }: { word: string; isLast: boolean }, sight: Sight) {
  if (!isLatin(word) || word.length < heard.letters) return []
  const find = isLast ? phraseWordsBeginningToSound : phraseWordsSounding
  const found = find(from, latinKey(word), sight).filter((one) => !isLatin(one.word))
  return found.slice(0, heard.words).map((one) => one.word)
}

/** So many names are looked at, and so many cases of each are counted: enough to tell the frequent ones. */
const looked = { names: 60, cases: 500 }

function namesOf(from: DatabaseSync, text: string, sight: Sight): Entity[] {
  return [...new Set([text, joinedName(text)])]
    .flatMap((name) => namesBeginning(from, name, looked.names))
    .map((name) => entityOf(from, name, sight, looked.cases))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, most.names)
}

/** What was typed, with its last word gone on; not when a space says that it is whole. */
function completions(from: DatabaseSync, { text, typed, codes }: Typed & { codes: readonly string[] }, sight: Sight) {
  const last = typed.at(-1)
  if (!last || last.end < text.length || last.word.length < 2) return []
  const before = text.slice(0, last.start)
  const beginning = wordsBeginning(from, last.word, looked.names)
  const sounding = isLatin(last.word) ? wordsBeginningToSound(from, latinKey(last.word), looked.names) : []
  const others = besideLast(parseQuery(text, isCodeAmong(codes)).root, last.end)
  const found: string[] = []
  for (const { word, written } of [...beginning, ...sounding]) {
    if (found.length === most.words) break
    if (word !== last.word && isFound(from, allOf([...others, holds(word)]), sight)) found.push(before + written)
  }
  return [...new Set(found)]
}
