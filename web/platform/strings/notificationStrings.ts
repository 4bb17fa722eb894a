import type { NotificationContents, NotificationKind } from '#shared/calls/notifications.ts'
import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { joinList } from '#shared/text/format/joinList.ts'

/** The text of a notification: a line, and its details. Days are already formatted. */
type Said = { title: string; desc: string }
type Kinds = { [Kind in NotificationKind]: (data: NotificationContents[Kind]) => Said }

const dvKinds: Kinds = {
  'analysis-finished': ({ name }) => ({ title: 'އެނަލިސިސް ނިމިއްޖެ', desc: isolate(name) }),
  'analysis-failed': ({ name }) => ({ title: 'އެނަލިސިސް ނުކުރެވުނު', desc: isolate(name) }),
  'case-changed': ({ name, by }) => ({
    title: 'ތިޔަބޭފުޅާ ބަދަލު ގެންނެވި މައްސަލައަކަށް އެހެން ބަދަލެއް އައިސްފި',
    desc: `${isolate(name)} · ${isolate(by)}`,
  }),
  'case-deleted': ({ name, by }) => ({
    title: 'ތިޔަބޭފުޅާ ބަދަލު ގެންނެވި މައްސަލައެއް ފޮހެލައިފި',
    desc: `${isolate(name)} · ${isolate(by)}`,
  }),
  'roles-changed': ({ roles }) => ({
    title: 'ތިޔަބޭފުޅާގެ ރޯލުތައް ބަދަލުކޮށްފި',
    desc: roles.length > 0 ? joinList(roles.map(isolate), 'dv') : 'އެއްވެސް ރޯލެއް ނެތް',
  }),
  'role-changed': ({ role }) => ({ title: 'ތިޔަބޭފުޅާގެ ރޯލެއްގެ ހުއްދަތަކަށް ބަދަލު އައިސްފި', desc: isolate(role) }),
  'subscription-ending': ({ name, ends_on }) => ({
    title: 'ތިޔަބޭފުޅާގެ ސަބްސްކްރިޕްޝަންގެ މުއްދަތު ހަމަވަނީ',
    desc: `${isolate(name)} · ${isolate(ends_on)}`,
  }),
  mentioned: ({ name, by }) => ({
    title: 'ޚިޔާލެއްގައި ތިޔަބޭފުޅާގެ ނަން ޖައްސަވައިފި',
    desc: `${isolate(name)} · ${isolate(by)}`,
  }),
  'error-reported': ({ name, by }) => ({
    title: 'މައްސަލައެއްގެ ލިޔުމުގައި ކުށެއް ހުރިކަން އަންގަވައިފި',
    desc: `${isolate(name)} · ${isolate(by)}`,
  }),
  'session-ended': ({ device, most }) => ({
    title: `އެންމެ ގިނަވެގެން ${most} ޑިވައިހަކުން ލޮގްއިން ކުރެވޭތީ، އެންމެ ކުރީގެ ސެޝަން ނިމިއްޖެ`,
    desc: device === null ? 'ނޭނގޭ ޑިވައިހެއް' : isolate(device),
  }),
}

const enKinds: Kinds = {
  'analysis-finished': ({ name }) => ({ title: 'The analysis is finished', desc: isolate(name) }),
  'analysis-failed': ({ name }) => ({ title: 'The analysis failed', desc: isolate(name) }),
  'case-changed': ({ name, by }) => ({
    title: 'A case that you edited was changed',
    desc: `${isolate(name)} · ${isolate(by)}`,
  }),
  'case-deleted': ({ name, by }) => ({
    title: 'A case that you edited was deleted',
    desc: `${isolate(name)} · ${isolate(by)}`,
  }),
  'roles-changed': ({ roles }) => ({
    title: 'Your roles were changed',
    desc: roles.length > 0 ? joinList(roles.map(isolate), 'en') : 'You have no role now',
  }),
  'role-changed': ({ role }) => ({ title: 'What a role of yours may do was changed', desc: isolate(role) }),
  'subscription-ending': ({ name, ends_on }) => ({
    title: 'Your subscription ends soon',
    desc: `${isolate(name)} · ${isolate(ends_on)}`,
  }),
  mentioned: ({ name, by }) => ({
    title: 'You were mentioned in a note',
    desc: `${isolate(name)} · ${isolate(by)}`,
  }),
  'error-reported': ({ name, by }) => ({
    title: 'An error in the text of a case was reported',
    desc: `${isolate(name)} · ${isolate(by)}`,
  }),
  'session-ended': ({ device, most }) => ({
    title: `Your oldest session was ended: at most ${most} devices can be logged in`,
    desc: device === null ? 'Unknown device' : isolate(device),
  }),
}

const dv = {
  title: 'އެންގުންތައް',
  viewAll: 'ހުރިހާ އެއްޗެއް ބައްލަވާ',
  empty: 'އެއްވެސް އެންގުމެއް ނެތް',
  emptyUnread: 'ނުކިޔުއްވާ އެއްވެސް އެންގުމެއް ނެތް',
  /** The label of the bell. */
  bell: (unread: number) => (unread === 0 ? 'އެންގުންތައް' : `އެންގުންތައް، ނުކިޔުއްވާ ${unread}`),
  arrived: (title: string) => `އައު އެންގުމެއް: ${title}`,
  unread: 'ނުކިޔުއްވާ',
  which: 'ކޮން އެންގުންތަކެއް',
  all: 'ހުރިހާ',
  readAll: 'ހުރިހާ އެއްޗެއް ކިޔުއްވިކަމަށް ފާހަގަކުރައްވާ',
  allRead: 'ހުރިހާ އެންގުމެއް ކިޔުއްވިކަމަށް ފާހަގަކުރެވިއްޖެ',
  failed: 'އެންގުންތައް ނުލިބުނު',
  kinds: dvKinds,
}

const en: typeof dv = {
  title: 'Notifications',
  viewAll: 'View All',
  empty: 'You have no notifications!',
  emptyUnread: 'You have no unread notifications!',
  bell: (unread) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  arrived: (title) => `New notification: ${title}`,
  unread: 'Unread',
  which: 'Which notifications',
  all: 'All',
  readAll: 'Mark all as read',
  allRead: 'All notifications are marked as read',
  failed: 'The notifications could not be fetched',
  kinds: enKinds,
}

/** The strings of notifications. */
export const notificationStrings: Record<Language, typeof dv> = { dv, en }
