import type { CaseDocument } from '#server/search/indexing/caseDocuments.ts'
import { facetTermsOfNames } from '#server/search/lexicon/names.ts'
import { frequencyShares, shareOfFrequency } from '#server/search/postings/scoringSignals.ts'
import { boosts, highestLevel } from '#server/search/ranking/rankCases.ts'
import { positionsByTerm } from '#server/search/storage/blocks/tables.ts'
import { docKeyAt, yearOf } from '#server/search/storage/docValues.ts'
import { impactTerm, isPairTerm, isStemTerm, spellingOf } from '#server/search/storage/indexTerms.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { clip, termSeparator } from './mapping.ts'

/**
 * The document of a case in OpenSearch, with the terms and positions of the embedded index. A word also has its fold, which
 * the embedded index finds by the vocabulary, and a frequent stem the terms of its frequency.
 */
export function caseDocument(document: CaseDocument) {
  const { id, day, fields, names } = document
  const byTerm = positionsByTerm(document)
  const stacks: string[][] = []
  const [unplaced, impacts]: [string[], string[]] = [[], []]
  for (const [term, positions] of byTerm) {
    // The cluster finds adjacent words by their positions.
    if (isPairTerm(term)) continue
    if (positions.length === 0) unplaced.push(term)
    else if (isStemTerm(term)) impacts.push(...impactsOf(term, shareOfFrequency(positions.length, fields.length)))
    const added = withFold(term)
    for (const position of positions) (stacks[position] ??= []).push(...added)
  }
  return {
    place: docKeyAt(day, id),
    day,
    boost: 1 + (boosts.level * fields.level) / highestLevel,
    court: String(fields.court),
    year: day === 0 ? [] : String(yearOf(day)),
    types: fields.types.map(String),
    judges: fields.judges.map(String),
    statuses: fields.statuses.map(String),
    rows: stacks.map((stack) => stack.join(termSeparator)).join(' '),
    markers: [...unplaced, ...facetTermsOfNames(names), ...impacts].map(clip),
  }
}

function withFold(term: string): string[] {
  const spelling = spellingOf(term)
  return spelling === undefined ? [clip(term)] : [clip(term), clip(foldText(spelling))]
}

const impactsOf = (stem: string, weight: number) =>
  frequencyShares.filter((share) => weight >= share).map((share) => impactTerm(share, stem))
