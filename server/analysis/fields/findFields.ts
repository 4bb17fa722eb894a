import type { Fields, Found, Page } from '#server/analysis/types.ts'
import { calibrated } from './calibration.ts'
import type { Evident } from './evident.ts'
import type { FieldLists } from './lists.ts'
import { readFields } from './readFields.ts'

/**
 * Finds the fields of a judgment in its text. The values of court, judges and case type are the names of the lists when
 * they match one; a judge who is not in the list has the name of the text. `confidence` is calibrated: the probability
 * that the value is right.
 */
export function findFields(pages: readonly Page[], lists: FieldLists): Fields {
  const read = readFields(pages, lists)
  return {
    judgement_number: one('judgement_number', read.judgement_number),
    case_numbers: many('case_numbers', read.case_numbers),
    court: one('court', read.court),
    judges: many('judges', read.judges),
    claimant: many('claimant', read.claimant),
    respondant: many('respondant', read.respondant),
    date: one('date', read.date),
    hijri_date: one('hijri_date', read.hijri_date),
    title: one('title', read.title),
    case_type: one('case_type', read.case_type),
    keywords: many('keywords', read.keywords),
    related_case_numbers: many('related_case_numbers', read.related_case_numbers),
    content_start_page: one('content_start_page', read.content_start_page),
  }
}

const one = <Value>(field: string, value: Evident<Value> | null): Found<Value> | null => value && toFound(field, value)

const many = (field: string, values: readonly Evident[]): Found[] => values.map((value) => toFound(field, value))

function toFound<Value>(field: string, { value, page, box, evidence, reading }: Evident<Value>): Found<Value> {
  const confidence = Math.round(calibrated(field, evidence, reading) * 1000) / 1000
  return { value, page, box, confidence }
}
