import { filiAlone, filiTwice } from '#shared/text/language/filiErrors.ts'
import type { EffortName, EffortReason } from '#shared/resources/analysisReasons.ts'
import type { Fields, Figures, Page } from './types.ts'

/** The figures of an analysis, as they are defined for the columns of the list. */
export function figuresOf(pages: readonly Page[], fields: Fields): Figures {
  const content_start_page = fields.content_start_page?.value ?? 1
  const contentPages = pages.filter(({ number }) => number >= content_start_page)
  const counts = {
    page_count: pages.length,
    scanned_page_count: pages.filter(({ scanned }) => scanned).length,
    tables_detected: pages.reduce((sum, { tables }) => sum + tables.length, 0),
  }
  return {
    ...counts,
    content_start_page,
    analyzable_page_count: contentPages.filter(({ scanned }) => !scanned).length,
    confidence_level: confidenceOf(contentPages, fields),
    effort_score: effortOf({
      ...counts,
      unread_page_count: pages.filter(isUnread).length,
      doubtful_lines: pages.reduce((sum, page) => sum + doubtfulLinesOf(page), 0),
      missing_fields: missingFieldsOf(fields),
    }).score,
  }
}

const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/** A scanned page whose text no engine has read. */
export const isUnread = ({ scanned, lines }: Page) => scanned && lines.every(({ engine }) => engine === 'text-layer')

/** The share of the fields in the confidence; the text has the rest. */
const fieldShare = 0.3

/**
 * 0 to 100: the confidence of the pages, weighted by their letters and lowered by impossible letter sequences, and that
 * of the fields. An unread page weighs as much as an average page and is worth nothing.
 */
function confidenceOf(pages: readonly Page[], fields: Fields): number {
  const weights = pages.map(({ text, confidence }) => ({ letters: countLetters(text), confidence }))
  const letters = weights.reduce((sum, page) => sum + page.letters, 0)
  if (letters === 0) return 0
  const averageLetters = letters / weights.filter((page) => page.letters > 0).length
  const unreadLetters = averageLetters * pages.filter(isUnread).length
  const weighted = weights.reduce((sum, page) => sum + page.letters * page.confidence, 0)
  const textConfidence = (weighted / (letters + unreadLetters)) * (1 - impossibleShare(pages))
  return Math.round(100 * textConfidence * (1 - fieldShare + fieldShare * fieldConfidenceOf(fields)))
}

/** An impossible sequence damages its word, so it counts as much as five letters. */
function impossibleShare(pages: readonly Page[]): number {
  const text = pages.map((page) => page.text).join('\n')
  const found = [filiTwice, filiAlone].reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0)
  return Math.min(1, (5 * found) / Math.max(1, countLetters(text)))
}

/** What a judgment always has, with its weight in the confidence of the fields. */
const expectedFields = [
  ['case_numbers', 3],
  ['court', 2],
  ['date', 2],
  ['claimant', 1],
  ['respondant', 1],
  ['judges', 1],
] as const satisfies readonly (readonly [keyof Fields, number])[]

const weightOfAll = expectedFields.reduce((sum, [, weight]) => sum + weight, 0)

/** 0 to 1: a field that was not found is worth nothing, one of several values as much as the average of them. */
function fieldConfidenceOf(fields: Fields): number {
  const total = expectedFields.reduce((sum, [name, weight]) => {
    const found = [fields[name] ?? []].flat()
    const mean = found.reduce((all, { confidence }) => all + confidence, 0) / Math.max(1, found.length)
    return sum + weight * mean
  }, 0)
  return total / weightOfAll
}

const missingFieldsOf = (fields: Fields) =>
  expectedFields.filter(([name]) => [fields[name] ?? []].flat().length === 0).length

/** Below this confidence a person has to look at a line. */
const doubtfulBelow = 0.9

export const doubtfulLinesOf = ({ lines }: Pick<Page, 'lines'>) =>
  lines.filter(({ confidence }) => confidence < doubtfulBelow).length

/** The minutes that a person needs for one of each. An unread page is typed; a scanned page is read closely. */
const minutesOf: Record<EffortName, number> = {
  page_count: 0.2,
  scanned_page_count: 1,
  unread_page_count: 12,
  tables_detected: 2,
  doubtful_lines: 0.15,
  missing_fields: 1,
}

/** The work that has half of the highest score. */
const halfScore_minutes = 30

type Effort = { score: number; reasons: EffortReason[] }

/** 0 to 100, and what it is made of: the score grows with the expected minutes of review, ever more slowly. */
export function effortOf(counts: Record<EffortName, number>): Effort {
  const reasons = namesOf(minutesOf)
    .map((name) => ({ name, count: counts[name], minutes: counts[name] * minutesOf[name] }))
    .filter(({ count }) => count > 0)
  const minutes = reasons.reduce((sum, reason) => sum + reason.minutes, 0)
  return { score: Math.round((100 * minutes) / (minutes + halfScore_minutes)), reasons }
}

const namesOf = <Name extends string>(table: Record<Name, unknown>) => Object.keys(table) as Name[]
