import { normalizeCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { findPhrase, type Skeleton, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { courtWord } from '#shared/text/judgment/words.ts'
import { stripCountry } from '#shared/text/language/titles.ts'
import { type Evident, evident, isOfRelated, joinNext, type Judgment, type Segment, type TextLine } from './document.ts'
import type { FieldLists } from './lists.ts'
import type { PlacedNumber } from './numbers.ts'

type Court = FieldLists['courts'][number]
type Named = { court: Court; names: Skeleton[]; code: string }

/** Whether the code of a number is of the court that the heading names; undefined when the list lacks one of them. */
export function isOfHeading(judgment: Judgment, lists: FieldLists): (key: string) => boolean | undefined {
  const courts = namedCourts(lists)
  const heading = findHeading(judgment, undefined, courts)?.court
  return (key) => {
    const court = courtOfCode(key.split('/')[0] ?? '', courts)
    return heading && court ? court === heading : undefined
  }
}

/** A court that the heading names, and where. */
type CourtEvidence = { found: Evident | null; inHeading: Court | undefined; ofNumber: Court | undefined }

/** Finds the court by its name in the heading and by the code of the judgment's own number; the code decides. */
export function findCourt(judgment: Judgment, own: PlacedNumber | undefined, lists: FieldLists): CourtEvidence {
  const courts = namedCourts(lists)
  const ofNumber = own && courtOfCode(own.key.split('/')[0] ?? '', courts)
  const heading = findHeading(judgment, own, courts)
  const inHeading = heading?.court
  const court = ofNumber ?? inHeading
  if (!court) return { found: null, inHeading, ofNumber }
  const named = heading && inHeading === court ? heading.segment : undefined
  const evidence = ofNumber ? (named ? 'both' : inHeading ? 'code against heading' : 'code') : 'heading'
  const place = named ?? (ofNumber ? own : heading?.segment)
  return { found: place ? evident(court.name, place, evidence) : null, inHeading, ofNumber }
}

/** The skeletons of the names, computed once for a list. */
const cache = new WeakMap<FieldLists['courts'], Named[]>()

function namedCourts({ courts }: FieldLists): Named[] {
  const known = cache.get(courts)
  if (known) return known
  const named = courts.map((court) => ({
    court,
    names: [stripCountry(court.name), court.name_en]
      .filter((name) => name !== '')
      .map((name) => skeletonOf(stripCountry(name))),
    code: normalizeCourtCode(court.code),
  }))
  cache.set(courts, named)
  return named
}

/** The court with the longest code that a number's code starts with: `cvchd` is of `Cv-C`, `hcrnm` of `HC`. */
function courtOfCode(code: string, courts: readonly Named[]): Court | undefined {
  const matching = courts.filter((named) => named.code !== '' && code.startsWith(named.code))
  return matching.toSorted((one, other) => other.code.length - one.code.length)[0]?.court
}

/** Lines in which the heading may stand, and how much of such a line may be something else than the name. */
const heading_lines = 8
const cover_pages = 2

function findHeading(judgment: Judgment, own: PlacedNumber | undefined, courts: readonly Named[]) {
  const starts = judgment.lines.filter(({ page }, index, lines) => page <= cover_pages && (index === 0 || lines[index - 1]?.page !== page)) // prettier-ignore
  const pages = own && own.line.page > 1 ? starts.toReversed() : starts
  for (const start of pages)
    for (const line of judgment.lines.slice(start.index, start.index + heading_lines)) {
      if (isOfOther(judgment, line)) continue
      const next = judgment.lines[line.index + 1]
      const court =
        bestCourt(line, courts) ??
        (next && next.text.length < 40 ? bestCourt(joinNext(judgment, line), courts) : undefined)
      if (court) return court
    }
  return undefined
}

/** A line about a related case: its court is another. */
const isOfOther = (judgment: Judgment, line: TextLine) =>
  judgment.labels.some((label) => label.line === line && (label.kind === 'related' || isOfRelated(judgment, label)))

/** The court whose name fills most of the line, or stands at its start. */
function bestCourt(line: TextLine, courts: readonly Named[]): { court: Court; segment: Segment } | undefined {
  if (!courtWord.test(line.skeleton.text)) return undefined
  let best: { court: Court; segment: Segment; cost: number } | undefined
  for (const { court, names } of courts)
    for (const name of names) {
      if (name.text.length > line.skeleton.text.length + 2) continue
      const match = findPhrase(name, line.skeleton, line.text)
      if (!match) continue
      // Of two names with the same cost the longer says more.
      const cost = match.cost - name.text.length / 20 + match.start / 60
      if (!best || cost < best.cost) best = { court, cost, segment: { line, start: match.start, end: match.end } }
    }
  return best
}
