import type { Resource } from '#shared/resource/resource.ts'

export const caseStatuses = {
  name: 'caseStatuses',
  model: 'CaseStatus',
  label: { one: { dv: 'ޙާލަތު', en: 'Case status' }, many: { dv: 'ޙާލަތުތައް', en: 'Case statuses' } },
  dialog: 'md',
  fields: {
    name: { kind: 'text', max: 200, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
    color: {
      kind: 'text',
      max: 40,
      input: 'color',
      label: { dv: 'ކުލަ', en: 'Colour' },
      required: true,
      list: 2,
      form: 2,
    },
    icon: { kind: 'text', max: 60, input: 'icon', label: { dv: 'އައިކޮން', en: 'Icon' }, required: true, list: 3, form: 3 },
  },
} as const satisfies Resource
