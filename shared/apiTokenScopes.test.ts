import { describe, expect, test } from 'vitest'
import { type ApiTokenScope, apiTokenScopes, isUsefulScope, scopePermits } from './apiTokenScopes.ts'

/** Permissions by the scope that lets them through. */
const permitted: Record<ApiTokenScope, string[]> = {
  library: [],
  notes: [],
  'records:read': ['read-courts', 'read-caseFiles', 'read-analysis', 'view-charge-status'],
  'records:write': ['create-courts', 'update-caseFiles', 'delete-analysis'],
  'analyses:run': ['analyze-analysis', 'cancel-analysis', 'markAsNonChargeable-analysis'],
  'search-log:read': ['view-searches'],
}
/** Administration is for users who have signed in. */
const neverPermitted = ['users', 'roles', 'permissions'].flatMap((section) =>
  ['read', 'create', 'update', 'delete'].map((action) => `${action}-${section}`),
)
const everything = [...Object.values(permitted).flat(), ...neverPermitted]

describe.each(apiTokenScopes)('a personal API token with the scope %s', (scope) => {
  test(`a token with the scope ${scope} has the permissions of its table and no other`, () => {
    expect(everything.filter((permission) => scopePermits(scope, permission))).toEqual(permitted[scope])
  })

  test(`the scope ${scope} is offered to users who can use it`, () => {
    const needsNoPermission = scope === 'library' || scope === 'notes'
    expect(isUsefulScope(scope, [])).toBe(needsNoPermission)
    expect(isUsefulScope(scope, neverPermitted)).toBe(needsNoPermission)
    expect(isUsefulScope(scope, everything)).toBe(true)
  })
})

test('a permission that a library names otherwise is let through by no scope', () => {
  for (const permission of ['', 'read', 'read-', '-courts', 'reads-courts', 'view-users', 'charge-status'])
    expect(
      apiTokenScopes.filter((scope) => scopePermits(scope, permission)),
      permission,
    ).toEqual([])
})
