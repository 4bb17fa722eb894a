import type { z } from 'zod'
import type { Context, SessionContext } from './context.ts'
import type { LimitName } from './rateLimits.ts'

/**
 * Who may open a door: anybody, whoever is signed in, or the holder of a permission; of any of several, where the call
 * itself asks which of them it takes. Behind a door for tokens the call
 * itself asks whose it is, as it takes those too that have ended.
 */
export type Access = 'public' | 'token' | 'session' | { can: string | readonly string[] }

/** The permissions any of which opens a door. */
export const requiredPermissions = ({ can }: Extract<Access, object>): readonly string[] =>
  typeof can === 'string' ? [can] : can

export type Endpoint = {
  method?: 'GET'
  access: Access
  input: z.ZodType
  /** Reads that must not hold a transaction say so. */
  transaction?: false
  /** Rows of `limits/table.ts`: how often it may be tried, beyond what holds for every guest. */
  limits?: readonly LimitName[]
  /** A short sentence for the documentation. */
  about: string
  /** Throws a refusal to undo what was written before it, answers one to keep it. */
  run: (context: Context, input: unknown) => Promise<object>
}

export type Endpoints = Record<string, Endpoint>

type EndpointDefinition<Schema extends z.ZodType> = Omit<Endpoint, 'input' | 'run' | 'access'> & { input: Schema }

/** A door that anybody opens. */
export function publicEndpoint<Schema extends z.ZodType>(
  definition: EndpointDefinition<Schema> & { run: (context: Context, input: z.output<Schema>) => Promise<object> },
): Endpoint {
  return {
    ...definition,
    access: 'public',
    run: (context, input) => definition.run(context, input as z.output<Schema>),
  }
}

/** A door that asks for a token itself. */
export function tokenEndpoint<Schema extends z.ZodType>(
  definition: EndpointDefinition<Schema> & { run: (context: Context, input: z.output<Schema>) => Promise<object> },
): Endpoint {
  return { ...publicEndpoint(definition), access: 'token' }
}

/** A door that needs a session; with `can`, one that holds the permission, or any of them. */
export function authenticatedEndpoint<Schema extends z.ZodType>(
  definition: EndpointDefinition<Schema> & {
    can?: string | readonly string[]
    run: (context: SessionContext, input: z.output<Schema>) => Promise<object>
  },
): Endpoint {
  const { can, ...rest } = definition
  return {
    ...rest,
    access: can === undefined ? 'session' : { can },
    // `unlock` has let nobody pass without a session.
    run: (context, input) => definition.run(context as SessionContext, input as z.output<Schema>),
  }
}
