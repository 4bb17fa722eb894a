/**
 * The permissions of each role, written by hand from the answers to the specification and not derived from the code:
 * `access.test.ts` compares the two.
 */
export const seededRoles = ['Administrator', 'Registrar', 'Editor', 'Analyst', 'Billing', 'Subscriber'] as const
export type SeededRole = (typeof seededRoles)[number]

export const emails: Record<SeededRole, string> = {
  Administrator: 'admin@hukum.test',
  Registrar: 'registrar@hukum.test',
  Editor: 'editor@hukum.test',
  Analyst: 'analyst@hukum.test',
  Billing: 'billing@hukum.test',
  Subscriber: 'subscriber@hukum.test',
}

const crudActions = 'read create update delete'

/** Section → role → actions. The administrator has every action. */
const roleActions: Record<string, Partial<Record<SeededRole, string>>> = {
  caseFiles: { Registrar: crudActions, Editor: 'read update', Analyst: 'read' },
  phrases: { Editor: crudActions },
  analysis: {
    Analyst: `${crudActions} analyze reanalyze cancel markAsNonChargeable`,
    Billing: 'read markAsNonChargeable',
  },
  courts: { Registrar: crudActions },
  judges: { Registrar: crudActions },
  caseTypes: { Registrar: crudActions },
  relationTypes: { Registrar: crudActions },
  caseStatuses: { Registrar: crudActions },
  subscriptionConfigs: { Billing: crudActions },
  dynamicPages: { Editor: crudActions },
  users: {},
  roles: {},
  permissions: {},
  searches: { Registrar: 'view' },
}

/** The public calls that belong to no resource. */
const publicCalls = new Set([
  'auth/login', 'auth/verify', 'auth/verify/email', 'auth/verify/passkey', 'guest/initEmail', 'guest/completeEmail', 'guest/register', 'auth/password/resetInit',
  'auth/password/resetValidate', 'auth/password/resetComplete', 'p/getDp', 'auth/email/confirm', 'auth/email/revert',
]) // prettier-ignore
const sessionCalls =
  /^(auth\/(me|refresh|logout|sessions|sessions\/end|sessions\/endOthers|factors(\/.+)?|tokens(\/.+)?|profile|profile\/update|profile\/avatar|password\/change)|g\/\w+|broadcasting\/(auth|user|here|line|place|missed)|files\/(link|delete|upload\/(begin|unfinished|cancel))|notifications\/.+|notes\/.+)$/

/** The action that each last part of a path needs; of several, any one suffices. */
const actionOfVerb: Record<string, string> = {
  get: 'read', isDisplayed: 'read', find: 'read', history: 'read', textChange: 'read', create: 'create', update: 'update',
  partialUpdate: 'update', set: 'update', delete: 'delete', reset: 'update', cancel: 'cancel',
  markAsNonChargeable: 'markAsNonChargeable', runAnalysis: 'analyze reanalyze', addFile: 'create', import: 'create', suggestUses: 'update',
  countUses: 'update', dismissUse: 'update',
  errorReports: 'update', errorReportDone: 'update', reference: 'read',
  warningDismissals: 'update', dismissWarning: 'update', restoreWarning: 'update',
  review: 'update', reviewPage: 'update', pagePicture: 'read', correct: 'update', undoCorrection: 'update',
  readByOcr: 'reanalyze', queue: 'read', checkLine: 'update', decideHidden: 'update', checkField: 'update',
  setLetter: 'update', readWithLetters: 'reanalyze',
} // prettier-ignore

/** The permissions of calls that belong to another resource or to several, of which any one suffices. */
const sharedCalls: Record<string, readonly Permission[]> = {
  'analysis/markAsPaid': [{ section: 'subscriptionConfigs', action: 'update' }],
  'g/resolveCaseNumbers': [
    { section: 'caseFiles', action: 'create' },
    { section: 'caseFiles', action: 'update' },
    { section: 'analysis', action: 'update' },
  ],
}

/** The choices of a form, which are also those of a filter of these lists. */
const filterLookups = new Set(['caseFiles/getCourtList', 'analysis/getCourtList'])
const lookupActions = (call: string) => (filterLookups.has(call) ? 'read create update' : 'create update')

type Permission = { section: string; action: string }
type CallAccess = 'public' | 'session' | readonly Permission[]

/** The access of a call. Throws for a call that is not in these tables. */
export function accessOf(call: string): CallAccess {
  if (publicCalls.has(call)) return 'public'
  if (sharedCalls[call]) return sharedCalls[call]
  if (sessionCalls.test(call)) return 'session'
  const [section = ''] = call.split('/')
  const last = call.split('/').at(-1) ?? ''
  const actions = section === 'searches' ? 'view' : /^get\w+/.test(last) ? lookupActions(call) : actionOfVerb[last]
  if (!roleActions[section] || actions === undefined)
    throw new Error(`${call}: who may call it? Add it to test/accessTable.ts`)
  return actions.split(' ').map((action) => ({ section, action }))
}

/** Whether a role may make a call. */
export function mayCall(role: SeededRole, call: string): boolean {
  const access = accessOf(call)
  if (typeof access === 'string' || role === 'Administrator') return true
  return access.some(({ section, action }) => (roleActions[section]?.[role] ?? '').split(' ').includes(action))
}

export const permissionsFor = (access: readonly Permission[]) =>
  access.map(({ section, action }) => `${action}-${section}`)
