import { formsOf } from './analyze.ts'
import { tokenizeWords } from './tokenizer.ts'

/** Titles that precede the name of a judge. */
const titles = new Set(
  [
    'ފަނޑިޔާރު އުއްތަމަ ޤާޟީ އަލްޤާޟީ މެޖިސްޓްރޭޓު އަލްފާޟިލް އަލްފާޟިލާ އަލްއުސްތާޛު އަލްއުސްތާޛާ އުއްތަމަފަނޑިޔާރު ޑރ ޑޮކްޓަރު ޝައިޚު',
    'chief justice judge magistrate hon honourable the qaazee gaazee qazi fandiyaaru uththama',
  ].flatMap((text) => tokenizeWords(text).map(({ word }) => word)),
)

/** A name without its titles; empty when nothing else is left. */
export function stripTitles(name: string): string {
  const first = tokenizeWords(name).find(({ word }) => !titles.has(word))
  return first ? name.slice(first.start) : ''
}

/** The name of a court without the country, as it is usually called. */
export const stripCountry = (name: string) => name.replace(/^ދިވެހިރާއްޖޭގެ\s+(?=\S)|(?<=\S)\s+of\s+(the\s+)?maldives$/i, '')

const foldedOf = (text: string) => tokenizeWords(text).map(({ word }) => word)
const courts = new Set(foldedOf('ކޯޓު court').flatMap(formsOf))
const ranks = new Set(foldedOf('މެޖިސްޓްރޭޓު magistrate').flatMap(formsOf))
const isOneOf = (forms: ReadonlySet<string>, word: string) => formsOf(word).some((form) => forms.has(form))

/** The location in the name of a court: the folded words of the island, the short name of the atoll, and whether it includes the rank. */
export type CourtLocation = { atoll: string | undefined; locality: string[]; hasRank: boolean }

/** The location by which a court is known; atoll and rank are usually omitted. Undefined when the name is not of a court. */
export function courtLocation(name: string): CourtLocation | undefined {
  const all = foldedOf(name)
  const last = all.pop()
  if (last === undefined || !isOneOf(courts, last)) return undefined
  const locality = all.filter((word) => !isOneOf(ranks, word))
  const atoll = locality.length > 1 && (locality[0]?.length ?? 0) <= maxAtollLength ? locality.shift() : undefined
  return locality.length === 0
    ? undefined
    : { atoll, locality, hasRank: all.length > locality.length + (atoll ? 1 : 0) }
}

const maxAtollLength = 3
