type PermissionParts = { action: string; section: string }

/** Users, roles and permissions are administered by a signed-in user only. */
const administered: ReadonlySet<string> = new Set(['users', 'roles', 'permissions'])
const writing: ReadonlySet<string> = new Set(['create', 'update', 'delete'])

/**
 * The scopes of personal API tokens: which permissions of the user each one lets through. `library` and `notes` are calls
 * that need a session, but no permission.
 */
const scopes = {
  library: () => false,
  notes: () => false,
  'records:read': ({ action, section }) =>
    (action === 'read' && !administered.has(section)) || (action === 'view' && section === 'charge-status'),
  'records:write': ({ action, section }) => writing.has(action) && !administered.has(section),
  'analyses:run': ({ action, section }) => section === 'analysis' && action !== 'read' && !writing.has(action),
  'search-log:read': ({ action, section }) => action === 'view' && section === 'searches',
} satisfies Record<string, (permission: PermissionParts) => boolean>

export type ApiTokenScope = keyof typeof scopes
export const apiTokenScopes = Object.keys(scopes) as [ApiTokenScope, ...ApiTokenScope[]]

/** Whether a token with this scope has a permission of its user. */
export function scopePermits(scope: ApiTokenScope, permission: string): boolean {
  const [, action = '', section = ''] = /^([^-]+)-(.+)$/.exec(permission) ?? []
  return scopes[scope]({ action, section })
}

/** Whether a user with these permissions can use a scope at all. */
export const isUsefulScope = (scope: ApiTokenScope, abilities: readonly string[]) =>
  scope === 'library' || scope === 'notes' || abilities.some((ability) => scopePermits(scope, ability))
