import type { Resource } from '#shared/resource/resource.ts'

/**
 * A resource that the product does not have; `test/newResource.test.ts` adds it. It uses what no resource of the product
 * needs: a range of days as filter, a date with a time, a switch with its own labels, a select that depends on another, and
 * cells with a mask, a radio and a checkbox.
 */
export const hearings = {
  name: 'hearings',
  model: 'Hearing',
  label: { one: { dv: 'މަޖިލިސް', en: 'Hearing' }, many: { dv: 'މަޖިލިސްތައް', en: 'Hearings' } },
  dialog: 'md',
  filters: {
    Court: { field: 'court' },
    Held: { field: 'held_on', kind: 'range' },
    Published: { field: 'published' },
  },
  defaultSort: { by: 'title' },
  fields: {
    title: { kind: 'text', max: 200, label: { dv: 'ސުރުޚީ', en: 'Title' }, required: true, list: 1, form: 1 },
    court: {
      kind: 'select',
      from: 'courts',
      children: ['case_number'],
      label: { dv: 'ކޯޓު', en: 'Court' },
      required: true,
      list: 2,
      form: 2,
    },
    case_number: {
      kind: 'select',
      from: 'caseFiles',
      shows: 'number',
      by: 'court',
      label: { dv: 'ޤަޟިއްޔާ ނަންބަރު', en: 'Case number' },
      form: 2.1,
    },
    held_on: { kind: 'date', format: 'DD MMM YYYY', label: { dv: 'ތާރީޚު', en: 'Day' }, list: 3, form: 3 },
    decided_at: {
      kind: 'moment',
      format: 'DD MMM YYYY HH:mm',
      label: { dv: 'ނިންމި ގަޑި', en: 'Decided' },
      list: 4,
      form: 4,
    },
    published: {
      kind: 'switch',
      default: false,
      labels: { yes: { dv: 'ޝާއިޢުކޮށްފައި', en: 'Published' }, no: { dv: 'ސިއްރު', en: 'Confidential' } },
      label: { dv: 'ޝާއިޢުކުރުން', en: 'Publication' },
      list: 5,
      form: 5,
    },
    docket: {
      kind: 'text',
      max: 20,
      input: 'mask',
      mask: '9999-99',
      label: { dv: 'ޑޮކެޓް', en: 'Docket' },
      list: 6,
      form: 6,
    },
    outcome: { kind: 'choice', choices: ['Held', 'Postponed'], label: { dv: 'ނަތީޖާ', en: 'Outcome' }, list: 7, form: 7 },
    hall: { kind: 'choice', choices: ['A', 'B'], input: 'radio', label: { dv: 'މާލަން', en: 'Hall' }, list: 8, form: 8 },
    recorded: {
      kind: 'switch',
      input: 'checkbox',
      default: false,
      label: { dv: 'ރެކޯޑުކޮށްފައި', en: 'Recorded' },
      list: 9,
      form: 9,
    },
  },
} as const satisfies Resource
