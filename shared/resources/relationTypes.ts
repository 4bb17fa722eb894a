import type { Resource } from '#shared/resource/resource.ts'

export const relationTypes = {
  name: 'relationTypes',
  model: 'RelationType',
  label: { one: { dv: 'ގުޅުމުގެ ބާވަތް', en: 'Relation type' }, many: { dv: 'ގުޅުމުގެ ބާވަތްތައް', en: 'Relation types' } },
  dialog: 'md',
  fields: {
    name: { kind: 'text', max: 200, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
  },
} as const satisfies Resource
