/**
 * The pure modules that protect the library, by what they do. `tests` are the tests that have to notice mutants, none of
 * which starts a database.
 */
export const modules: Record<string, { mutate: readonly string[]; tests: readonly string[] }> = {
  auth: {
    mutate: [
      'server/security/apiTokens.ts',
      'server/security/base64url.ts',
      'server/security/challenges.ts',
      'server/security/devices.ts',
      'server/security/factorSecrets.ts',
      'server/security/pseudonymize.ts',
      'server/security/seals.ts',
      'server/security/signing.ts',
      'server/security/totp.ts',
      'server/session/fileLinks.ts',
      'server/session/tokens.ts',
      'server/auth/newPassword.ts',
      'server/auth/factors/relyingParty.ts',
      'server/endpoint/address.ts',
    ],
    tests: [
      'server/security/{apiTokens,base64url,challenges,devices,factorSecrets,pseudonymize,seals,signing,totp}.test.ts',
      'server/session/{fileLinks,tokens}.test.ts',
      'server/auth/newPassword.test.ts',
      'server/auth/factors/relyingParty.test.ts',
      'server/endpoint/address.test.ts',
    ],
  },
  permissions: {
    mutate: [
      'shared/apiTokenScopes.ts',
      'shared/permissionsDigest.ts',
      'shared/resource/fieldState.ts',
      'server/endpoint/endpoint.ts',
      'server/http/authorize.ts',
      'server/events/channels.ts',
      'server/live/permissionInterner.ts',
    ],
    tests: [
      'shared/{apiTokenScopes,permissionsDigest}.test.ts',
      'shared/resource/fieldState.test.ts',
      'server/events/channels.test.ts',
      'server/http/authorize.test.ts',
      'server/live/permissionInterner.test.ts',
    ],
  },
  transitions: {
    mutate: [
      'shared/resource/transitions.ts',
      'shared/resources/analysisStatuses.ts',
      'shared/resources/publishing.ts',
    ],
    tests: ['shared/resources/{analysisStatuses,publishing,specified}.test.ts'],
  },
  envelope: {
    mutate: [
      'server/endpoint/apiError.ts',
      'server/http/envelope.ts',
      'server/http/parse.ts',
      'server/http/respond.ts',
      'web/platform/api/envelope.ts',
    ],
    tests: [
      'server/endpoint/apiError.test.ts',
      'server/http/{parse,respond}.test.ts',
      'web/platform/api/envelope.test.ts',
    ],
  },
  sanitiser: {
    mutate: [
      'server/html/sanitize.ts',
      'server/crud/deltaInput.ts',
      'shared/delta/delta.ts',
      'shared/delta/inspect.ts',
      'shared/delta/quill.ts',
      'shared/resource/empty.ts',
    ],
    tests: [
      'server/html/sanitize.test.ts',
      'server/crud/deltaInput.test.ts',
      'shared/delta/{delta,inspect,quill}.test.ts',
      'shared/resource/empty.test.ts',
    ],
  },
}
