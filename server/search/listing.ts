import type { DatabaseSync } from 'node:sqlite'
import { fewIds, idsOfMatches } from './enumerate.ts'
import { type FrequentSizes, frequentSizes, mayBeFrequent } from './frequent.ts'
import { dropListsBefore, packed, readList, stampList, stampOfList, writeList } from './lists.ts'
import type { Match } from './match.ts'
import { mend, mostMended, type Moved, type Posting } from './mending.ts'
import { idBits, readMeta, writeMeta } from './schema.ts'
import { statement } from './statements.ts'

/** After more changes the lists are brought up to date. */
const behind = 64

/**
 * Brings the lists of what is frequent up to date, one with each step, and says when it is done. A list that stands is
 * mended; what is not frequent any more goes. Killed in the middle it looks through what it has and goes on.
 */
export function* listFrequent(index: DatabaseSync, sizes: FrequentSizes = frequentSizes): Generator<void> {
  const begun = stampOf(index)
  if (isListed(index, begun)) return
  const least = Math.max(sizes.least, Math.floor(countCases(index) / sizes.share))
  for (const match of mayBeFrequent(index, least, sizes)) if (bringUpToDate(index, match, least)) yield
  dropListsBefore(index, begun)
  writeMeta(index, listedUpTo, String(begun))
}

/** Another name whenever more is listed than before: an index that stands is gone through again. */
const listedUpTo = 'listed with spellings'

/** There is a list for all that is frequent, and few changes are missing in it. */
function isListed(index: DatabaseSync, stamp: number) {
  const listed = readMeta(index, listedUpTo)
  return listed !== undefined && stamp - Number(listed) < behind
}

/** Answers whether there was something to do. */
function bringUpToDate(index: DatabaseSync, match: Match, least: number): boolean {
  const stamp = stampOf(index)
  if (stampOfList(index, match) === stamp) return false
  const old = readList(index, match, highestId(index))?.posting
  const posting = mended(index, match, old) ?? readAnew(index, match, least)
  if (posting && posting === old) stampList(index, match, stamp)
  else if (posting) writeList(index, match, { posting, stamp })
  return true
}

function mended(index: DatabaseSync, match: Match, posting: Posting | undefined): Posting | undefined {
  if (!posting) return undefined
  const most = mostMended(match, posting)
  const moved = movedSince(index, stampOfList(index, match) ?? 0, most + 1)
  return moved.length <= most ? mend(index, match, { posting, moved }) : undefined
}

/** Of a word that turns out to be rare there is no list; what is looked for in the texts always took long. */
function readAnew(index: DatabaseSync, match: Match, least: number): Posting | undefined {
  if (match.kind === 'word' && fewIds(index, match, least)) return undefined
  return packed(idsOfMatches(index, match), highestId(index))
}

/** Where each case stands that was changed after a moment, of no more than so many; it may stand nowhere. */
function movedSince(index: DatabaseSync, stamp: number, most: number): Moved[] {
  const sql = `
    select distinct facts.place & ${idBits - 1} as id, places.place as place
      from facts
      left join places on places.id = facts.place & ${idBits - 1}
     where stamp > ?
     limit ?`
  return statement(index, sql)
    .all(stamp, most)
    .map(({ id, place }) => ({ id: Number(id), place: place === null ? undefined : Number(place) }))
}

const stampOf = (index: DatabaseSync) => numberOf(index, 'select max(stamp) as number from facts')
const countCases = (index: DatabaseSync) => numberOf(index, 'select count(*) as number from places')
const highestId = (index: DatabaseSync) => numberOf(index, 'select max(id) as number from places')

const numberOf = (index: DatabaseSync, sql: string) => Number(statement(index, sql).get()?.['number'] ?? 0)
