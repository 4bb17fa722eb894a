import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

const dv = {
  lead: 'ކޮންބަޔެއް ހޯދިކަމެއް މިތަނަކު ނެތް. ހުރީ ހޯއްދެވި ލިޔުންތަކެވެ.',
  only: 'ކޮން ހޯއްދެވުންތަކެއް',
  kinds: {
    'without-results': 'ނަތީޖާއެއް ނުފެނުނު',
    'never-clicked': 'އެއްވެސް ނަތީޖާއެއް ނުހުޅުއްވާ',
    all: 'ހުރިހާ',
  },
  days: 'މުއްދަތު',
  periods: { '7': '7 ދުވަސް', '30': '30 ދުވަސް', '90': '90 ދުވަސް' },
  columns: {
    query: 'ހޯދި ލިޔުން',
    searches: 'ޢަދަދު',
    without_results: 'ނަތީޖާ ނެތް',
    clicked: 'ހުޅުއްވި',
    median_ms: 'ވަގުތު',
    last_at: 'އެންމެ ފަހުން',
  },
  milliseconds: (count: string) => `${isolate(count)} މިލިސިކުންތު`,
  nothing: 'މި މުއްދަތުގައި މިފަދަ ހޯއްދެވުމެއް ނެތް',
  failed: 'މަޢުލޫމާތު ނުލިބުނު',
  again: (query: string) => `އަލުން ހޯއްދަވާ: ${isolate(query)}`,
}

const en: typeof dv = {
  lead: 'Nothing here says who searched: only what was searched.',
  only: 'Which searches',
  kinds: {
    'without-results': 'Without results',
    'never-clicked': 'Nothing opened',
    all: 'All',
  },
  days: 'Period',
  periods: { '7': '7 days', '30': '30 days', '90': '90 days' },
  columns: {
    query: 'Query',
    searches: 'Searches',
    without_results: 'Without results',
    clicked: 'Opened',
    median_ms: 'Time',
    last_at: 'Last',
  },
  milliseconds: (count) => isolate(`${count} ms`),
  nothing: 'There was no such search in this period',
  failed: 'The searches could not be fetched',
  again: (query) => `Search again: ${isolate(query)}`,
}

/** The strings of the search log, which only staff can open. */
export const searchLogStrings: Record<Language, typeof dv> = { dv, en }
