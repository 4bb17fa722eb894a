import { endpointsOf } from '#server/app.ts'
import { readEnv } from '#server/config/env.ts'

/** Every endpoint, for inspection only: no dependency is ever called. */
export const allEndpoints = Object.entries(
  endpointsOf({
    env: readEnv({}),
    db: undefined as never,
    secrets: { token_key: 'k'.repeat(43), code_key: 'k'.repeat(43), database_password: '' },
    search: undefined as never,
    searchLog: undefined as never,
    rateLimiter: undefined as never,
    files: undefined as never,
  }),
)
