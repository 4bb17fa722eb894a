import type { Resource } from '#shared/resource/resource.ts'

export const roles = {
  name: 'roles',
  model: 'Role',
  label: { one: { dv: 'ރޯލު', en: 'Role' }, many: { dv: 'ރޯލުތައް', en: 'Roles' } },
  dialog: 'lg',
  fields: {
    name: { kind: 'text', max: 80, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
    guard_name: {
      kind: 'choice',
      choices: ['web'],
      default: 'web',
      label: { dv: 'ގާޑު', en: 'Guard' },
      required: true,
      list: 2,
      form: 2,
    },
    permissions: {
      kind: 'multiselect',
      from: 'permissions',
      table: 'role_permissions',
      size: 12,
      label: { dv: 'ހުއްދަތައް', en: 'Permissions' },
      form: 3,
    },
  },
} as const satisfies Resource
