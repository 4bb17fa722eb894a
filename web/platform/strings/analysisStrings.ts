import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

const number = (count: number) => isolate(count.toLocaleString('en'))

/** The first names of a list, and how many more there are. */
const listOf = (names: readonly string[]) =>
  names.slice(0, 3).map(isolate).join(' · ') + (names.length > 3 ? ` · ${isolate(`+${names.length - 3}`)}` : '')

const dv = {
  readByOcr: 'އޯސީއާރުން ކިޔުއްވާ',
  markAsPaid: 'ފައިސާ ދެއްކި ކަމަށް ފާހަގަކުރައްވާ',
  confirmPaid: 'ފައިސާ ދެއްކި ކަމަށް ފާހަގަކުރައްވަން ޔަޤީންތޯ؟',

  running: 'އެނަލައިޒްކުރަނީ',
  pageShort: (page: number, pages: number) => `ޞަފްޙާ ${isolate(`${page}/${pages}`)}`,
  page: (page: number, pages: number) => `${number(pages)} ޞަފްޙާގެ ތެރެއިން ${number(page)} ވަނަ`,
  waiting: (place: number | undefined) => (place === undefined ? 'ކިޔޫގައި' : `ކިޔޫގައި ${number(place)}`),
  failed: 'ކާމިޔާބެއް ނުވި',
  failedAgain: (reason: string) => `އެންމެ ފަހު އެނަލައިޒްކުރުން ކާމިޔާބެއް ނުވި: ${isolate(reason)}`,
  counts: {
    running: (count: number) => `އެނަލައިޒްކުރަނީ ${number(count)}`,
    waiting: (count: number) => `ކިޔޫގައި ${number(count)}`,
    pages: (count: number) => `ގަޑިއިރަކު ${number(count)} ޞަފްޙާ`,
    oldest: (minutes: number) => `އެންމެ ދިގު އިންތިޒާރު: ${number(minutes)} މިނެޓު`,
  },

  bulk: {
    label: (action: string, count: number) => `${action} (${number(count)})`,
    analyze: (count: number) => `${number(count)} އެނަލިސިސް ކިޔޫއަށް ލެވިއްޖެ`,
    cancel: (count: number) => `${number(count)} އެނަލިސިސް މަންސޫޚުކުރެވިއްޖެ`,
    remove: (count: number) => `${number(count)} އެނަލިސިސް ފޮހެލެވިއްޖެ`,
    refused: (count: number, reason: string) => `${number(count)} އެނަލިސިސްއަކަށް މިކަމެއް ނުކުރެވުނު: ${isolate(reason)}`,
    confirmCancel: (count: number) => `${number(count)} އެނަލިސިސް މަންސޫޚުކުރައްވަން ޔަޤީންތޯ؟`,
    confirmRemove: (count: number) => `${number(count)} އެނަލިސިސް ފޮހެލަން ޔަޤީންތޯ؟`,
  },

  upload: {
    choose: 'ޕީޑީއެފް ފައިލުތައް ފޮނުއްވާ',
    drop: 'ފައިލު މިތަނަށް އަޅުއްވާ',
    court: (name: string) => `ކޯޓު: ${isolate(name)}`,
    limits: (size: string, pages: string) =>
      `${isolate('PDF')} · އެންމެ ބޮޑުވެގެން ${isolate(size)} · އެންމެ ގިނަވެގެން ${isolate(pages)} ޞަފްޙާ`,
    files: (count: number) => `${number(count)} ފައިލު`,
    title: 'ފޮނުއްވާ ފައިލުތައް',
    summary: (done: number, all: number) => `${number(all)} ފައިލުގެ ތެރެއިން ${number(done)} ފައިލު އިތުރުކުރެވިއްޖެ`,
    states: {
      waiting: 'އިންތިޒާރުގައި',
      sending: 'ފޮނުވެނީ',
      paused: 'މަޑުޖައްސާފައި',
      offline: 'ގުޅުން ކެނޑިއްޖެ. ގުޅުން ލިބުމުން ކުރިއަށް ދާނެ.',
      expired: 'ސެޝަންގެ މުއްދަތު ހަމަވެއްޖެ. އަލުން ލޮގްއިން ކުރެއްވުމުން ކުރިއަށް ދާނެ.',
      adding: 'ލިސްޓަށް އިތުރުކުރަނީ',
      done: 'ލިސްޓަށް އިތުރުކުރެވިއްޖެ',
    },
    signedOut: (count: number) => `ލޮގްއައުޓް ކުރެއްވުމުން ${number(count)} ފައިލު ނުފޮނުވުނު`,
    interrupted: (percent: number) => `މެދުކެނޑުނީ ${isolate(`${percent}%`)} ގައި. ކުރިއަށް ގެންދިއުމަށް އެ ފައިލު އަލުން ޚިޔާރުކުރައްވާ.`,
    duplicate: 'މި ފައިލުގެ އެނަލިސިސްއެއް އެބައޮތް. އެހެންނަމަވެސް އިތުރުކުރަންވީތޯ؟',
    add: (name: string) => `އިތުރުކުރައްވާ: ${isolate(name)}`,
    skip: (name: string) => `ދޫކޮށްލައްވާ: ${isolate(name)}`,
    pause: (name: string) => `މަޑުޖައްސަވާ: ${isolate(name)}`,
    resume: (name: string) => `ކުރިއަށް ގެންދަވާ: ${isolate(name)}`,
    pauseAll: 'ހުރިހާ ފައިލެއް މަޑުޖައްސަވާ',
    resumeAll: 'ހުރިހާ ފައިލެއް ކުރިއަށް ގެންދަވާ',
    retryAll: 'ނުފޮނުވުނު ފައިލުތައް އަލުން ފޮނުއްވާ',
    skipAll: 'އެނަލިސިސް ހުރި ފައިލުތައް ދޫކޮށްލައްވާ',
    cancelAll: 'ހުރިހާ ފައިލެއް މަންސޫޚުކުރައްވާ',
    clear: 'ނިމުނު ފައިލުތައް ލިސްޓުން ފޮހެލައްވާ',
    more: (count: number) => `އިތުރު ${number(count)} ފައިލު`,
    noPdf: 'މިއީ ޕީޑީއެފް ފައިލެއް ނޫން',
    unreadable: 'މި ފައިލު ކިޔޭގޮތެއް ނުވި',
    unread: (names: readonly string[]) => `ކިޔޭގޮތެއް ނުވި: ${listOf(names)}`,
  },
}

const en: typeof dv = {
  readByOcr: 'Read by OCR',
  markAsPaid: 'Mark as paid',
  confirmPaid: 'Sure to mark it as paid?',

  running: 'Analyzing',
  pageShort: (page, pages) => `page ${isolate(`${page}/${pages}`)}`,
  page: (page, pages) => `page ${number(page)} of ${number(pages)}`,
  waiting: (place) => (place === undefined ? 'In the queue' : `In the queue: ${number(place)}`),
  failed: 'Failed',
  failedAgain: (reason) => `The last analysis failed: ${isolate(reason)}`,
  counts: {
    running: (count) => `Analyzing ${number(count)}`,
    waiting: (count) => `In the queue ${number(count)}`,
    pages: (count) => `${number(count)} pages an hour`,
    oldest: (minutes) => `Longest wait: ${number(minutes)} min`,
  },

  bulk: {
    label: (action, count) => `${action} (${number(count)})`,
    analyze: (count) => `${number(count)} wait to be analyzed`,
    cancel: (count) => `${number(count)} were cancelled`,
    remove: (count) => `${number(count)} were deleted`,
    refused: (count, reason) => `${number(count)} were refused: ${isolate(reason)}`,
    confirmCancel: (count) => `Sure to cancel ${number(count)} analyses?`,
    confirmRemove: (count) => `Sure to delete ${number(count)} analyses?`,
  },

  upload: {
    choose: 'Upload PDFs',
    drop: 'Drop the files here',
    court: (name) => `Court: ${isolate(name)}`,
    limits: (size, pages) => `${isolate('PDF')} · at most ${isolate(size)} · at most ${isolate(pages)} pages`,
    files: (count) => (count === 1 ? `${number(count)} file` : `${number(count)} files`),
    title: 'Uploads',
    summary: (done, all) => `${number(done)} of ${number(all)} files were added`,
    states: {
      waiting: 'Waiting',
      sending: 'Uploading',
      paused: 'Paused',
      offline: 'The connection was lost. The upload continues when it is back.',
      expired: 'Your session has expired. The upload continues when you log in again.',
      adding: 'Adding to the list',
      done: 'Added to the list',
    },
    signedOut: (count) =>
      count === 1 ? 'The log-out ended one upload.' : `The log-out ended ${number(count)} uploads.`,
    interrupted: (percent) => `Interrupted at ${isolate(`${percent}%`)}. Choose the file again to continue.`,
    duplicate: 'This file has an analysis already. Add it again?',
    add: (name) => `Add: ${isolate(name)}`,
    skip: (name) => `Leave out: ${isolate(name)}`,
    pause: (name) => `Pause: ${isolate(name)}`,
    resume: (name) => `Continue: ${isolate(name)}`,
    pauseAll: 'Pause all',
    resumeAll: 'Continue all',
    retryAll: 'Try the failed ones again',
    skipAll: 'Leave out those with an analysis',
    cancelAll: 'Cancel all',
    clear: 'Clear the finished ones',
    more: (count) => `${number(count)} more`,
    noPdf: 'This is not a PDF',
    unreadable: 'The file could not be read',
    unread: (names) => `Could not be read: ${listOf(names)}`,
  },
}

/** The strings of the list of analyses. */
export const analysisStrings: Record<Language, typeof dv> = { dv, en }
