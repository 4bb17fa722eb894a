/**
 * Who may do what, written out by hand as the answers to the specification say it, and not as the code has it: the test
 * of the doors compares the two.
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

const keeping = 'read create update delete'

/** Section → role → what the role may do there. The administrator may do everything. */
const rights: Record<string, Partial<Record<SeededRole, string>>> = {
  caseFiles: { Registrar: keeping, Editor: 'read update', Analyst: 'read' },
  phrases: { Editor: keeping },
  analysis: { Analyst: `${keeping} analyze reanalyze cancel markAsNonChargeable`, Billing: 'read markAsNonChargeable' },
  courts: { Registrar: keeping },
  judges: { Registrar: keeping },
  caseTypes: { Registrar: keeping },
  relationTypes: { Registrar: keeping },
  caseStatuses: { Registrar: keeping },
  subscriptionConfigs: { Billing: keeping },
  dynamicPages: { Editor: keeping },
  users: {},
  roles: {},
  permissions: {},
  searches: { Registrar: 'view' },
}

/** Calls of no resource, by who may make them. */
const anybody = new Set([
  'auth/login', 'auth/verify', 'guest/initEmail', 'guest/completeEmail', 'guest/register', 'auth/password/resetInit',
  'auth/password/resetValidate', 'auth/password/resetComplete', 'p/getDp',
]) // prettier-ignore
const withSession =
  /^(auth\/(me|refresh|logout|sessions|sessions\/end|sessions\/endOthers|profile|profile\/update|profile\/avatar|password\/change)|g\/\w+|broadcasting\/(auth|user|here|place|missed)|files\/(link|delete)|notifications\/.+)$/

/** What each last word of a call needs; of several any one opens it. */
const actions: Record<string, string> = {
  get: 'read', isDisplayed: 'read', find: 'read', history: 'read', create: 'create', update: 'update',
  partialUpdate: 'update', delete: 'delete', reset: 'update', cancel: 'cancel',
  markAsNonChargeable: 'markAsNonChargeable', runAnalysis: 'analyze reanalyze',
} // prettier-ignore

type Key = 'public' | 'session' | { section: string; actions: string[] }

/** The keys of a call, nearly always one. Throws for a call that nobody has written down here. */
export function keyOf(call: string): Key {
  if (anybody.has(call)) return 'public'
  if (withSession.test(call)) return 'session'
  const [section = ''] = call.split('/')
  const last = call.split('/').at(-1) ?? ''
  const action = section === 'searches' ? 'view' : /^get\w+/.test(last) ? 'read' : actions[last]
  if (!rights[section] || action === undefined) throw new Error(`${call}: who may do this? See test/accessTable.ts`)
  return { section, actions: action.split(' ') }
}

/** Whether somebody of this role may make a call. */
export function mayCall(role: SeededRole, call: string): boolean {
  const key = keyOf(call)
  if (typeof key === 'string' || role === 'Administrator') return true
  const held = (rights[key.section]?.[role] ?? '').split(' ')
  return key.actions.some((action) => held.includes(action))
}

export const permissionsFor = ({ section, actions }: Exclude<Key, string>) =>
  actions.map((action) => `${action}-${section}`)
