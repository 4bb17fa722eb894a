import type { Db } from '#server/db/database.ts'
import type { Device } from '#server/security/devices.ts'
import type { FileNeeds } from '#server/session/fileLinks.ts'
import type { Session } from '#server/session/session.ts'
import type { Offload } from '#server/workerPool/workerPool.ts'
import type { Language } from '#shared/messages.ts'

/** What a handler knows about its request. */
export type Context = {
  /** The transaction of the request, and the handler's only database. */
  db: Db
  session: Session | undefined
  /** The bearer token of the request, valid or not; empty without one. */
  token: string
  language: Language
  socketId: string | undefined
  address: string
  /** The browser, if it has signed in before. It authenticates nothing. */
  device: Device | undefined
  /** Sends a new device cookie with the response, where the browser's own one is read. */
  setDeviceCookie: (cookie: string) => void
  userAgent: string
  /**
   * A signed path of a file for this session, or for every client without one. The caller has checked what it needs, which
   * is checked again when the path is opened.
   */
  signedFileUrl: (file_id: number, needs: FileNeeds) => string
  /** Runs work on a large input on another thread, so that it does not hold the event loop. */
  offload: Offload
}

/** Before the transaction of a call. */
export type ContextWithoutDb = Omit<Context, 'db'>

/** Runs a part of a call, whose endpoint has no transaction, in one. A thrown error rolls back; a returned one commits. */
export const inTransaction = <Caller extends Context, Answer>(
  context: Caller,
  run: (context: Caller) => Promise<Answer>,
) => context.db.transaction().execute((db) => run({ ...context, db }))

/** The context of an endpoint that requires a session. */
export type SessionContext = Context & { session: Session }
