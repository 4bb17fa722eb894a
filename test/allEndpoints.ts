import { endpointsOf } from '#server/app.ts'
import { readEnv } from '#server/config/env.ts'

/** Every door there is, to be looked at: they need a house to be built, but nobody goes through them here. */
export const allEndpoints = Object.entries(
  endpointsOf({
    env: readEnv({}),
    db: undefined as never,
    secrets: { token_key: 'k'.repeat(43), code_key: 'k'.repeat(43), database_password: '' },
    search: undefined as never,
    traces: undefined as never,
    limits: undefined as never,
    files: undefined as never,
  }),
)
