import type { Row } from '#shared/calls/crud.ts'
import { caseStatuses } from '#shared/resources/caseStatuses.ts'
import { courts } from '#shared/resources/courts.ts'
import { dv } from '#web/strings/dv.ts'

/** Words enough for names: those of the screens. */
const words = JSON.stringify(dv)
  .split(/[^ހ-ޱ]+/u)
  .filter((word) => word.length > 4)

const word = (place: number) => words[place % words.length] ?? ''
const statuses = ['good', 'bad', 'caution', 'note'].map((color, id) => ({
  id,
  name: `${caseStatuses.label.one.dv} ${id}`,
  color,
  icon: 'circle-check',
}))

/** Case files as a list has them, the same ones every time. */
export const buildRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    version: 1,
    court: { id: id % 12, name: `${courts.label.one.dv} ${word(id % 12)}` },
    closed_date: `20${String(10 + (id % 15))}-0${1 + (id % 9)}-1${id % 9}`,
    case_numbers_text: `${id}/Cv-C/20${String(10 + (id % 15))}`,
    title: [3, 7, 11, 13, 17].map((step) => word(id * step)).join(' '),
    case_types_text: word(id * 5),
    statuses: statuses.slice(id % 4, (id % 4) + 1),
  }))
