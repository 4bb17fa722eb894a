import type { Resource } from '#shared/resource/resource.ts'

export const judges = {
  name: 'judges',
  model: 'Judge',
  label: { one: { dv: 'ފަނޑިޔާރު', en: 'Judge' }, many: { dv: 'ފަނޑިޔާރުން', en: 'Judges' } },
  dialog: 'md',
  fields: {
    name: { kind: 'text', max: 200, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
  },
} as const satisfies Resource
