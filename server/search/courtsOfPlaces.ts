import type { DatabaseSync } from 'node:sqlite'
import { formsOf } from '#shared/text/analyse.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { isThaana } from '#shared/text/spelling.ts'
import { type PlaceOfCourt, placeOfCourt } from '#shared/text/titles.ts'
import type { KnownName } from './names.ts'
import { statement } from './statements.ts'

/** The courts of a place, called as people call them: without the atoll, or as what they are a court of, in any form. */
export function courtsOfPlace(from: DatabaseSync, text: string): KnownName[] {
  const asked = placeOfCourt(text)
  if (!asked) return []
  const rows = statement(from, `select ref, name, key from names where kind = 'c'`).all()
  const found = rows.flatMap((row) => {
    const [ref, name, key] = [Number(row['ref']), String(row['name']), String(row['key'])]
    // What is kept of a name is its key; that of the Dhivehi name is no text to find forms of.
    const own = placeOfCourt(isThaana(key) ? name : key)
    return own && isSame(own, asked) ? [{ kind: 'c' as const, ref, name, value: ref }] : []
  })
  return [...new Map(found.map((court) => [court.ref, court])).values()]
}

const isSame = (own: PlaceOfCourt, asked: PlaceOfCourt) =>
  (asked.atoll === undefined || asked.atoll === own.atoll) &&
  (own.isRanked || !asked.isRanked) &&
  own.place.length === asked.place.length &&
  own.place.every((word, at) => isSameWord(word, asked.place[at] ?? ''))

const isSameWord = (own: string, asked: string) =>
  isThaana(own)
    ? formsOf(own).some((form) => formsOf(asked).includes(form)) ||
      (!isThaana(asked) && latinKey(own) === latinKey(asked))
    : !isThaana(asked) && latinKey(own) === latinKey(asked)
