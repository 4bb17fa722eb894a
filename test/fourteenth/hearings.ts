import type { Resource } from '#shared/resource/resource.ts'

/** A resource that the house does not have: the test of `test/fourteenth.test.ts` gives it one. */
export const hearings = {
  name: 'hearings',
  model: 'Hearing',
  label: { one: { dv: 'މަޖިލިސް', en: 'Hearing' }, many: { dv: 'މަޖިލިސްތައް', en: 'Hearings' } },
  dialog: 'md',
  filters: { Court: { field: 'court' } },
  sorted: { by: 'title' },
  fields: {
    title: { kind: 'text', max: 200, label: { dv: 'ސުރުޚީ', en: 'Title' }, required: true, list: 1, form: 1 },
    court: { kind: 'select', from: 'courts', label: { dv: 'ކޯޓު', en: 'Court' }, required: true, list: 2, form: 2 },
    held_on: { kind: 'date', format: 'DD MMM YYYY', label: { dv: 'ތާރީޚު', en: 'Day' }, list: 3, form: 3 },
    published: { kind: 'switch', default: false, label: { dv: 'ޝާއިޢުކޮށްފައި', en: 'Published' }, list: 4, form: 4 },
  },
} as const satisfies Resource
