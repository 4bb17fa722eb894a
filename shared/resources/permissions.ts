import type { Resource } from '#shared/resource/resource.ts'

export const permissions = {
  name: 'permissions',
  model: 'Permission',
  label: { one: { dv: 'ހުއްދަ', en: 'Permission' }, many: { dv: 'ހުއްދަތައް', en: 'Permissions' } },
  dialog: 'sm',
  fields: {
    name: { kind: 'text', max: 120, script: 'Latn', label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
    guard_name: {
      kind: 'text',
      max: 20,
      script: 'Latn',
      default: 'web',
      label: { dv: 'ގާޑު', en: 'Guard' },
      required: true,
      list: 2,
      form: 2,
    },
  },
} as const satisfies Resource
