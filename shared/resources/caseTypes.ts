import type { Resource } from '#shared/resource/resource.ts'

export const caseTypes = {
  name: 'caseTypes',
  model: 'CaseType',
  label: { one: { dv: 'މައްސަލައިގެ ބާވަތް', en: 'Case type' }, many: { dv: 'މައްސަލައިގެ ބާވަތްތައް', en: 'Case types' } },
  dialog: 'md',
  fields: {
    name: { kind: 'text', max: 200, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
  },
} as const satisfies Resource
