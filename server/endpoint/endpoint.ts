import type { z } from 'zod'
import type { Context, ContextWithoutDb, SessionContext } from './context.ts'
import type { ApiTokenScope } from '#shared/apiTokenScopes.ts'
import { limits } from '#shared/limits.ts'
import type { RateLimitName } from './rateLimits.ts'

/**
 * Who may call an endpoint: every client (`public`), users with a session, or users with a permission, or with any of
 * several where the handler decides which applies. `token`: the handler verifies the token itself, because it also
 * accepts expired ones.
 */
type Access = 'public' | 'token' | 'session' | { can: string | readonly string[] }

/** The permissions of which any one is required. */
export const requiredPermissions = ({ can }: Extract<Access, object>): readonly string[] =>
  typeof can === 'string' ? [can] : can

export type Endpoint = {
  method?: 'GET'
  access: Access
  input: z.ZodType
  /** False for reads that must not hold a transaction. */
  transaction?: false
  /** It only reads: a replica may answer it, and it may run twice. */
  reads?: boolean
  /** It changes records, and takes an `Idempotency-Key`: repeated with the same one, it gives the same answer and changes nothing. */
  isSave?: true
  /** The largest body, where it is not that of `limits.request.body_bytes`: a call that sends a picture or a text. */
  bodyBytes?: number
  /** Rate limits of the endpoint (`rateLimits.ts`), in addition to those of every guest. */
  rateLimits?: readonly RateLimitName[]
  /** The scopes that a personal API token must all have for a call which needs a session, but no permission; without any, none may. */
  scopes?: readonly ApiTokenScope[]
  /** Throws for a call that could not be served now: before it is counted, and before any query. */
  refuseEarly?: (call: Pick<Context, 'device'>) => void
  /** A sentence for the API documentation. */
  about: string
  /** Work on the input that takes long, before the transaction begins: on a thread, or slow on purpose. */
  prepare?: (context: ContextWithoutDb, input: unknown) => Promise<unknown>
  /** Throws an `ApiError` to roll back, returns one to commit. `prepared` is the result of `prepare`. */
  run: (context: Context, input: unknown, prepared?: unknown) => Promise<object>
}

export type Endpoints = Record<string, Endpoint>

type EndpointDefinition<Schema extends z.ZodType> = Omit<Endpoint, 'input' | 'prepare' | 'run' | 'access'> & {
  input: Schema
}

/** An endpoint that every client may call; its body is smaller than that of others, as is whatever it takes. */
export function publicEndpoint<Schema extends z.ZodType>(
  definition: EndpointDefinition<Schema> & { run: (context: Context, input: z.output<Schema>) => Promise<object> },
): Endpoint {
  return {
    bodyBytes: limits.request.public_body_bytes,
    ...definition,
    access: 'public',
    run: (context, input) => definition.run(context, input as z.output<Schema>),
  }
}

/** An endpoint whose handler verifies the token. */
export function tokenEndpoint<Schema extends z.ZodType>(
  definition: EndpointDefinition<Schema> & { run: (context: Context, input: z.output<Schema>) => Promise<object> },
): Endpoint {
  return { ...publicEndpoint(definition), access: 'token' }
}

type AuthenticatedDefinition<Schema extends z.ZodType, Prepared> = EndpointDefinition<Schema> & {
  can?: string | readonly string[]
  prepare?: (context: ContextWithoutDb, input: z.output<Schema>) => Promise<Prepared>
  run: (context: SessionContext, input: z.output<Schema>, prepared: Prepared) => Promise<object>
}

/** An endpoint that requires a session; with `can`, one of these permissions too. */
export function authenticatedEndpoint<Schema extends z.ZodType, Prepared = undefined>(
  definition: AuthenticatedDefinition<Schema, Prepared>,
): Endpoint {
  const { can, prepare, ...rest } = definition
  return {
    ...rest,
    access: can === undefined ? 'session' : { can },
    ...(prepare && { prepare: (context, input) => prepare(context, input as z.output<Schema>) }),
    // `authorize` has rejected calls without a session.
    run: (context, input, prepared) =>
      definition.run(context as SessionContext, input as z.output<Schema>, prepared as Prepared),
  }
}

/** The same for one that changes records. */
export const saveEndpoint = <Schema extends z.ZodType, Prepared = undefined>(
  definition: AuthenticatedDefinition<Schema, Prepared>,
): Endpoint => authenticatedEndpoint({ ...definition, isSave: true })

/** Opens the calls that need a session, but no permission, to personal API tokens with a scope. */
export const withScope = (scope: ApiTokenScope, endpoints: Endpoints): Endpoints =>
  Object.fromEntries(
    Object.entries(endpoints).map(([path, endpoint]) => [
      path,
      endpoint.access === 'session' ? { ...endpoint, scopes: [scope, ...(endpoint.scopes ?? [])] } : endpoint,
    ]),
  )
