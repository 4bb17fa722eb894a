import type { Resource } from '#shared/resource/resource.ts'

export const subscriptionConfigs = {
  name: 'subscriptionConfigs',
  model: 'SubscriptionConfig',
  label: {
    one: { dv: 'ސަބްސްކްރިޕްޝަން', en: 'Subscription' },
    many: { dv: 'ސަބްސްކްރިޕްޝަން ސެޓިންގްސް', en: 'Subscription configurations' },
  },
  dialog: 'md',
  fields: {
    name: { kind: 'text', max: 120, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
    amount: {
      kind: 'number',
      min: 0,
      decimals: 2,
      label: { dv: 'އަގު', en: 'Amount' },
      required: true,
      list: 2,
      form: 2,
    },
    days: { kind: 'number', min: 1, label: { dv: 'ދުވަސް', en: 'Days' }, required: true, list: 3, form: 3 },
    copy_access: { kind: 'switch', default: false, label: { dv: 'ނަކަލުކުރުން', en: 'Copy access' }, form: 4 },
    published: { kind: 'switch', default: false, label: { dv: 'ޝާއިޢުކޮށްފައި', en: 'Published' }, form: 5 },
  },
} as const satisfies Resource
