import { z } from 'zod'
import { type ApiTokenScope, apiTokenScopes } from '#shared/apiTokenScopes.ts'
import { limits } from '#shared/limits.ts'
import { visibleLine } from './text.ts'

export const apiTokenInput = z.strictObject({
  CurrentPassword: z.string().min(1).max(1024),
  Name: visibleLine(limits.apiToken.name_letters),
  Scopes: z.array(z.enum(apiTokenScopes)).min(1).max(apiTokenScopes.length),
  /** After how many days it ends. */
  Days: z.int().min(1).max(limits.apiToken.days),
})
export const revokeApiTokenInput = z.strictObject({ id: z.uuid() })

/** A personal API token of the signed-in user. Times are ISO 8601 in UTC. */
export type OwnApiToken = {
  id: string
  name: string
  scopes: ApiTokenScope[]
  created_at: string
  used_at: string | null
  ends_at: string
}

/** `Token` is in this response only. */
export type NewApiToken = { Token: string; data: OwnApiToken }
