import type pg from 'pg'
import { demoPassword } from '#server/auth/demoPassword.ts'
import { hashPassword } from '#server/security/passwords.ts'
import { builtInPermissions } from '#shared/resources/index.ts'
import { permission } from '#shared/resource/names.ts'
import { insert } from './write.ts'

export { demoPassword }

const all = (...sections: string[]) =>
  builtInPermissions.filter((name) => sections.some((section) => name.endsWith(`-${section}`)))
const own = (section: string, ...actions: string[]) => actions.map((action) => permission(action, section))

/** The roles of a new library and their permissions. */
const roles: Record<string, string[]> = {
  Administrator: [...builtInPermissions],
  Registrar: [
    ...all('caseFiles', 'courts', 'judges', 'caseTypes', 'caseStatuses', 'relationTypes'),
    ...own('searches', 'view'),
  ],
  Editor: [...all('phrases', 'dynamicPages'), ...own('caseFiles', 'read', 'update')],
  Analyst: [...all('analysis'), ...own('caseFiles', 'read')],
  Billing: [...own('analysis', 'read', 'markAsNonChargeable'), 'view-charge-status', ...all('subscriptionConfigs')],
  Subscriber: [],
}

type DemoUser = { email: string; name: string; role: string; subscription?: 'copy' | 'read' }

export const demoUsers: DemoUser[] = [
  { email: 'admin@hukum.test', name: 'އާމިނަތު ރަޝީދު', role: 'Administrator' },
  { email: 'registrar@hukum.test', name: 'އިބްރާހީމް ޝަރީފު', role: 'Registrar' },
  { email: 'editor@hukum.test', name: 'މަރިޔަމް ލަޠީފު', role: 'Editor' },
  { email: 'analyst@hukum.test', name: 'ޔޫސުފް ނިޒާރު', role: 'Analyst' },
  { email: 'billing@hukum.test', name: 'ޢާއިޝަތު ޖަމީލު', role: 'Billing' },
  { email: 'subscriber@hukum.test', name: 'އަޙްމަދު ނަޝީދު', role: 'Subscriber', subscription: 'copy' },
  { email: 'reader@hukum.test', name: 'ޙަސަން ޒާހިރު', role: 'Subscriber', subscription: 'read' },
]

/** The sign-in instructions of the demo library. */
export const demoSignIns = () =>
  [
    `Sign in with the password ${demoPassword} as`,
    ...demoUsers.map((user) => `  ${user.email.padEnd(26)}${user.role}`),
  ].join('\n')

/** Whether a library has no user yet: only such a library is filled. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>('select not exists (select from users) as empty')
  return rows[0]?.empty === true
}

/** Writes permissions, roles and the demo users, who share one password. */
export async function writeAccess(client: pg.ClientBase) {
  await writeRoles(client)
  await writeUsers(client)
}

/** Writes the permissions and the roles of a new library. */
export async function writeRoles(client: pg.ClientBase) {
  await insert(client, 'permissions', { name: ['text', builtInPermissions] })
  await insert(client, 'roles', { name: ['text', Object.keys(roles)] })
  const grants = Object.entries(roles).flatMap(([role, names]) => [...new Set(names)].map((name) => ({ role, name })))
  await client.query(
    `insert into role_permissions (role_id, permission_id)
     select roles.id, permissions.id
       from unnest($1::text[], $2::text[]) as grants (role, permission)
       join roles on roles.name = grants.role
       join permissions on permissions.name = grants.permission`,
    [grants.map((grant) => grant.role), grants.map((grant) => grant.name)],
  )
}

async function writeUsers(client: pg.ClientBase) {
  const hashes = await Promise.all(demoUsers.map(() => hashPassword(demoPassword)))
  await insert(client, 'users', {
    name: ['text', demoUsers.map((user) => user.name)],
    email: ['text', demoUsers.map((user) => user.email)],
    password_hash: ['text', hashes],
    must_change_password: ['boolean', demoUsers.map(() => false)],
    is_locked: ['boolean', demoUsers.map(() => false)],
  })
  await client.query(
    `insert into user_roles (user_id, role_id)
     select users.id, roles.id
       from unnest($1::text[], $2::text[]) as given (email, role)
       join users on users.email = given.email
       join roles on roles.name = given.role`,
    [demoUsers.map((user) => user.email), demoUsers.map((user) => user.role)],
  )
  await insert(client, 'subscription_configs', {
    name: ['text', ['ކިޔުން', 'ކިޔުމާއި ނަކަލުކުރުން']],
    amount: ['numeric', [150, 350]],
    days: ['integer', [30, 30]],
    copy_access: ['boolean', [false, true]],
    published: ['boolean', [true, true]],
  })
  const subscribed = demoUsers.filter((user) => user.subscription)
  await client.query(
    `insert into subscriptions (user_id, subscription_config_id, starts_on)
     select users.id, subscription_configs.id, date '2026-01-01'
       from unnest($1::text[], $2::boolean[]) as given (email, copy_access)
       join users on users.email = given.email
       join subscription_configs on subscription_configs.copy_access = given.copy_access`,
    [subscribed.map((user) => user.email), subscribed.map((user) => user.subscription === 'copy')],
  )
}
