import type { Resource } from '../resource/resource.ts'

export const users = {
  name: 'users',
  model: 'User',
  label: { one: { dv: 'ޔޫޒަރު', en: 'User' }, many: { dv: 'ޔޫޒަރުން', en: 'Users' } },
  dialog: 'lg',
  softDelete: true,
  filters: { Active: { field: 'active', required: true, default: true } },
  defaultSort: { by: 'name' },
  fields: {
    name: { kind: 'text', max: 120, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
    email: { kind: 'email', max: 254, label: { dv: 'އީމެއިލް', en: 'E-mail' }, required: true, list: 3, form: 3 },
    /** The new address, until it is confirmed there. */
    email_waiting: {
      kind: 'email',
      max: 254,
      computed: true,
      readOnly: true,
      modes: ['Update', 'View'],
      rules: 'hidden_if:email_waiting,',
      waitsFor: 'email',
      label: { dv: 'ކަށަވަރުކުރުމަށް މަޑުކުރާ އީމެއިލް', en: 'E-mail that waits for confirmation' },
      form: 4,
    },
    roles: { kind: 'multiselect', from: 'roles', table: 'user_roles', label: { dv: 'ރޯލުތައް', en: 'Roles' }, form: 5 },
    active: { kind: 'switch', default: true, label: { dv: 'އެކްޓިވް', en: 'Active' }, list: 4, form: 6 },
    is_locked: {
      kind: 'switch',
      default: true,
      label: { dv: 'ތަޅުލާފައި', en: 'Locked' },
      subText: {
        dv: 'ތަޅުލާފައި އޮތްއިރު ލޮގްއިނެއް ނުކުރެވޭނެ. ތަޅު ހުޅުވުމުން، އައު ޔޫޒަރަކަށް ފުރަތަމަ ޕާސްވޯޑް އީމެއިލުން ފޮނުވޭނެ',
        en: 'A locked user cannot log in. A new user gets the first password by e-mail when they are unlocked',
      },
      form: 7,
    },
    password: {
      kind: 'password',
      max: 128,
      computed: true,
      readOnly: true,
      open: ['Create'],
      label: { dv: 'ޕާސްވޯޑް', en: 'Password' },
      form: 8,
    },
    /** The subscription of the user, stored in rows of its own; at most one is active at a time. */
    subscription_config: {
      kind: 'select',
      from: 'subscriptionConfigs',
      computed: true,
      label: { dv: 'ސަބްސްކްރިޕްޝަން', en: 'Subscription' },
      form: 9,
    },
    subscription_from: {
      kind: 'date',
      format: 'DD MMM YYYY',
      computed: true,
      rules: 'hidden_if:subscription_config,|required_if:subscription_config,!',
      label: { dv: 'ސަބްސްކްރިޕްޝަން ފެށޭ ތާރީޚު', en: 'Subscription from' },
      form: 10,
    },
    subscription_to: {
      kind: 'date',
      format: 'DD MMM YYYY',
      computed: true,
      rules: 'hidden_if:subscription_config,',
      label: { dv: 'ސަބްސްކްރިޕްޝަން ނިމޭ ތާރީޚު', en: 'Subscription to' },
      subText: {
        dv: 'ހުސްކޮށް ބެހެއްޓެވުމުން، އައު ސަބްސްކްރިޕްޝަނެއް އޮންނާނީ އޭގެ ދުވަހުގެ ޢަދަދަށް. އެއަށްފަހު ހުސްކުރެއްވުމުން ނިމޭ ތާރީޚެއް ނޯންނާނެ',
        en: 'Empty: a new subscription runs for its days; emptied later, it has no end',
      },
      form: 11,
    },
  },
} as const satisfies Resource
