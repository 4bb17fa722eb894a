import type { Resource } from '#shared/resource/resource.ts'

export const courts = {
  name: 'courts',
  model: 'Court',
  label: { one: { dv: 'ކޯޓު', en: 'Court' }, many: { dv: 'ކޯޓުތައް', en: 'Courts' } },
  dialog: 'md',
  fields: {
    name: { kind: 'text', max: 200, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
    code: {
      kind: 'text',
      max: 20,
      script: 'Latn',
      label: { dv: 'ކޯޑު', en: 'Code' },
      subText: {
        dv: 'މި ކޯޓުގެ ޤަޟިއްޔާ ނަންބަރުގައި ލިޔާ ގޮތަށް، މިސާލަކަށް Cv-C',
        en: 'As it stands in the case numbers of this court, such as Cv-C',
      },
      form: 2,
    },
  },
} as const satisfies Resource
