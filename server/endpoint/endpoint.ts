import type { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import type { Session } from '#server/auth/session.ts'
import type { LimitName } from '#server/limits/table.ts'
import type { Language } from '#shared/messages.ts'

/**
 * Who may open a door: anybody, whoever is signed in, or the holder of a permission; of any of several, where the call
 * itself asks which of them it takes. Behind a door for tokens the call
 * itself asks whose it is, as it takes those too that have ended.
 */
export type Access = 'anybody' | 'token' | 'session' | { can: string | readonly string[] }

/** The permissions any of which opens a door. */
export const keysOf = ({ can }: Extract<Access, object>): readonly string[] => (typeof can === 'string' ? [can] : can)

/** What a call knows while it runs. */
export type Context = {
  /** The transaction of this call. There is no other way to the database. */
  db: Db
  session: Session | undefined
  /** What the call carried, whether it opens anything or not; empty without one. */
  token: string
  language: Language
  socketId: string | undefined
  address: string
  userAgent: string
  /** The address of a file for this session, or for anybody for as long as it holds. Whoever asks has checked the right. */
  linkTo: (file_id: number) => string
}

/** A context behind a door that only sessions open. */
export type SessionContext = Context & { session: Session }

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

type Door<Schema extends z.ZodType> = Omit<Endpoint, 'input' | 'run' | 'access'> & { input: Schema }

/** A door that anybody opens. */
export function publicDoor<Schema extends z.ZodType>(
  door: Door<Schema> & { run: (context: Context, input: z.output<Schema>) => Promise<object> },
): Endpoint {
  return { ...door, access: 'anybody', run: (context, input) => door.run(context, input as z.output<Schema>) }
}

/** A door that asks for a token itself. */
export function tokenDoor<Schema extends z.ZodType>(
  door: Door<Schema> & { run: (context: Context, input: z.output<Schema>) => Promise<object> },
): Endpoint {
  return { ...publicDoor(door), access: 'token' }
}

/** A door that needs a session; with `can`, one that holds the permission, or any of them. */
export function sessionDoor<Schema extends z.ZodType>(
  door: Door<Schema> & {
    can?: string | readonly string[]
    run: (context: SessionContext, input: z.output<Schema>) => Promise<object>
  },
): Endpoint {
  const { can, ...rest } = door
  return {
    ...rest,
    access: can === undefined ? 'session' : { can },
    // `unlock` has let nobody pass without a session.
    run: (context, input) => door.run(context as SessionContext, input as z.output<Schema>),
  }
}
