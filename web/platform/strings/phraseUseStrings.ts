import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

const dv = {
  title: 'މި ޢިބާރާތް އޮތް މައްސަލަތައް',
  chosen: (count: number) => `${count} މައްސަލަ ޚިޔާރުކޮށްފައި`,
  found: (count: string) => `ލައިބްރަރީގެ ${isolate(count)} މައްސަލައެއްގައި މި ޢިބާރާތް އެބައޮތް`,
  times: (count: number) => `${count} ފަހަރު`,
  add: 'އިތުރުކުރައްވާ',
  dismiss: 'ދޫކޮށްލައްވާ',
  dismissed: (number: string) => `${isolate(number)} ދޫކޮށްލެވިއްޖެ`,
  undo: 'އަނބުރާ ގެންނަވާ',
  /** The accessible name of a button: the action and the case. */
  of: (action: string, number: string) => `${action}: ${isolate(number)}`,
  none: 'ހުށަހެޅޭނެ އިތުރު މައްސަލައެއް ނުފެނުނު',
  loading: 'ހޯދަނީ…',
  failed: 'މަޢުލޫމާތު ނުލިބުނު',
}

const en: typeof dv = {
  title: 'Cases that contain this phrase',
  chosen: (count) => (count === 1 ? '1 case is chosen' : `${count} cases are chosen`),
  found: (count) => `The phrase is in ${isolate(count)} texts of the library`,
  times: (count) => (count === 1 ? 'once' : `${count} times`),
  add: 'Add',
  dismiss: 'Dismiss',
  dismissed: (number) => `${isolate(number)} is dismissed`,
  undo: 'Undo',
  of: (action, number) => `${action}: ${isolate(number)}`,
  none: 'No further case was found to suggest',
  loading: 'Searching…',
  failed: 'The cases could not be fetched',
}

/** The strings of the cases that contain a phrase. */
export const phraseUseStrings: Record<Language, typeof dv> = { dv, en }
