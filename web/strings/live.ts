import type { Shape } from './shape.ts'

/** The sentences about what others do meanwhile. */
export const liveDv = {
  here: 'މި މަޢުލޫމާތު މިވަގުތު ހުޅުވާފައި ހުރި ފަރާތްތައް',
  edits: 'އުނިއިތުރު ގެންނަނީ:',
  views: 'ބަލަނީ:',
  offline: 'ޚިދުމަތާ ގުޅުމެއް ނެތް. އެހެން ފަރާތްތަކުން ގެންނަ ބަދަލުތައް މިވަގުތު ނުފެންނާނެ. އަލުން ގުޅެން މަސައްކަތް ކުރަނީ…',
  retry: 'އަލުން މަސައްކަތް ކޮށްލައްވާ',
  caseChanged: 'މި މައްސަލައަށް އެހެންތަނަކުން ބަދަލެއް ގެނެވިއްޖެ.',
  caseGone: 'މި މައްސަލަ މިހާރު ޝާއިޢުކޮށްފައެއް ނެތް.',
  showAnew: 'އެންމެ ފަހުގެ ލިޔުން ބައްލަވާ',
}

export const liveEn: Shape<typeof liveDv> = {
  here: 'Who has this record open now',
  edits: 'Editing:',
  views: 'Viewing:',
  offline: 'No connection to the service. Changes that others make are not seen now. Trying to connect again…',
  retry: 'Try now',
  caseChanged: 'Somebody has changed this case.',
  caseGone: 'This case is not published any more.',
  showAnew: 'Show it as it is now',
}
