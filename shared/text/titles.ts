import { formsOf } from './analyse.ts'
import { words } from './words.ts'

/** What stands before the name of a judge, and is no part of it. */
const titles = new Set(
  [
    'ފަނޑިޔާރު އުއްތަމަ ޤާޟީ އަލްޤާޟީ މެޖިސްޓްރޭޓު އަލްފާޟިލް އަލްފާޟިލާ އަލްއުސްތާޛު އަލްއުސްތާޛާ',
    'chief justice judge magistrate hon honourable the qaazee gaazee qazi fandiyaaru uththama',
  ].flatMap((some) => words(some).map(({ word }) => word)),
)

/** A name without the titles before it; empty where there is nothing else. */
export function withoutTitles(name: string): string {
  const first = words(name).find(({ word }) => !titles.has(word))
  return first ? name.slice(first.start) : ''
}

/** A court's name without the country that it is of: so it is mostly called. */
export const withoutCountry = (name: string) => name.replace(/^ދިވެހިރާއްޖޭގެ\s+(?=\S)|(?<=\S)\s+of\s+(the\s+)?maldives$/i, '')

const foldedOf = (some: string) => words(some).map(({ word }) => word)
const courts = new Set(foldedOf('ކޯޓު court').flatMap(formsOf))
const ranks = new Set(foldedOf('މެޖިސްޓްރޭޓު magistrate').flatMap(formsOf))
const isOneOf = (known: ReadonlySet<string>, word: string) => formsOf(word).some((form) => known.has(form))

/** Where a court is: the words of its place, folded, the short name of the atoll before them, and whether its rank is told. */
export type PlaceOfCourt = { atoll: string | undefined; place: string[]; isRanked: boolean }

/** The place that a court is called by; mostly neither the atoll nor the rank is said. Undefined for what is no court. */
export function placeOfCourt(name: string): PlaceOfCourt | undefined {
  const all = foldedOf(name)
  const last = all.pop()
  if (last === undefined || !isOneOf(courts, last)) return undefined
  const place = all.filter((word) => !isOneOf(ranks, word))
  const atoll = place.length > 1 && (place[0]?.length ?? 0) <= longestAtoll ? place.shift() : undefined
  return place.length === 0 ? undefined : { atoll, place, isRanked: all.length > place.length + (atoll ? 1 : 0) }
}

const longestAtoll = 3
