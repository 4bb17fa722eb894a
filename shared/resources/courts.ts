import type { Resource } from '../resource/resource.ts'

export const courts = {
  name: 'courts',
  model: 'Court',
  label: { one: { dv: 'ކޯޓު', en: 'Court' }, many: { dv: 'ކޯޓުތައް', en: 'Courts' } },
  dialog: 'md',
  fields: {
    name: { kind: 'text', max: 200, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
  },
} as const satisfies Resource
