import type { Language } from '#shared/messages.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { isolate } from '#shared/text/format/isolate.ts'

export const dynamicPages = {
  name: 'dynamicPages',
  model: 'DynamicPage',
  label: { one: { dv: 'ޞަފްޙާ', en: 'Page' }, many: { dv: 'ޞަފްޙާތައް', en: 'Dynamic pages' } },
  dialog: 'xl',
  fields: {
    name: { kind: 'text', max: 200, label: { dv: 'ނަން', en: 'Name' }, required: true, list: 1, form: 1 },
    route: {
      kind: 'text',
      max: 60,
      script: 'Latn',
      label: { dv: 'ލިންކު', en: 'Route' },
      subText: {
        dv: `ޖެއްސޭނީ އިނގިރޭސި ކުދި އަކުރާއި، ނަންބަރާއި، ހައިފަން (-). މިސާލަކަށް ${isolate('terms-of-use')}. ޞަފްޙާގެ އިނގިރޭސި ލިޔުން ދައްކަނީ ${isolate('terms-of-use-en')} ގައި.`,
        en: 'Small English letters, digits and hyphens, such as terms-of-use. The English version of that page is terms-of-use-en.',
      },
      required: true,
      list: 2,
      form: 2,
    },
    page_content: {
      kind: 'richtext',
      input: 'tinymce',
      route: 'route',
      height: '300px',
      size: 12,
      label: { dv: 'ލިޔުން', en: 'Content' },
      required: true,
      form: 3,
    },
  },
} as const satisfies Resource

/** The language of a page by its route: `faq-en` is the English version of `faq`. */
export const languageOfRoute = (route: string): Language => (route.endsWith('-en') ? 'en' : 'dv')
