import type { Shape } from './shape.ts'
import type { liveDv } from './liveDv.ts'

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
