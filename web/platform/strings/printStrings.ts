import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

const dv = {
  print: 'ޗާޕުކުރައްވާ',
  title: 'ލިޔުން ޗާޕުކުރުން',
  contents: { text: 'ހަމައެކަނި ލިޔުން', annotations: 'ޚިޔާލުތަކާއެކު ލިޔުން' },
  /** Between the number of all pages and the number of the page. */
  pages: { before: 'ޞަފްޙާ ', pagesFirst: true, between: ' ގެ ', after: '' },
  results: (query: string) => `ހޯއްދެވި ލިޔުން: ${isolate(query)}`,
}

const en: typeof dv = {
  print: 'Print',
  title: 'Print the text',
  contents: { text: 'The text alone', annotations: 'The text with its annotations' },
  pages: { before: 'Page ', pagesFirst: false, between: ' of ', after: '' },
  results: (query) => `Query: ${isolate(query)}`,
}

/** The strings of printing. */
export const printStrings: Record<Language, typeof dv> = { dv, en }
