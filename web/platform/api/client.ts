import type { Answer, Failure } from '#shared/calls/answer.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import { currentStrings } from '#web/strings/strings.ts'
import type { Calls, Reads } from './calls.ts'
import { isEnvelope, openEnvelope } from './envelope.ts'

/** What the calls need to know of the session; `main.tsx` connects the two, so that neither imports the other. */
type Connection = {
  token: () => string | undefined
  language: () => Language
  /** The live connection beside which calls are made: what they change is no news to it. */
  socketId: () => string | undefined
  /** The server no longer knows the session of this token. */
  sessionEnded: (token: string) => void
}

let connection: Connection = {
  token: () => undefined,
  language: () => 'dv',
  socketId: () => undefined,
  sessionEnded: () => undefined,
}

export function connect(to: Connection) {
  connection = to
}

export const connectionNow = () => connection

/** How one call departs from the others: a query that is no longer wanted, or a token that is not the session's yet. */
type Options = { signal?: AbortSignal; token?: string }

/** Asks the server. A failure is an answer too, of the network as well as of the server; only an abort throws. */
export function post<Path extends keyof Calls>(path: Path, input: Calls[Path]['input'], options?: Options) {
  return call<Calls[Path]['answer']>({ method: 'POST', path, body: JSON.stringify(input), ...options })
}

/** The same for calls whose names are made of a resource's; `web/api/resource.ts` gives them their types. */
export function ask<Body extends object>(path: string, input: object, options?: Options) {
  return call<Body>({ method: 'POST', path, body: JSON.stringify(input), ...options })
}

export function get<Path extends keyof Reads>(path: Path, options?: Options) {
  return call<Reads[Path]>({ method: 'GET', path, ...options })
}

type Call = Options & { method: 'GET' | 'POST'; path: string; body?: string }

async function call<Body extends object>({ method, path, body, signal, token }: Call): Promise<Answer<Body>> {
  const bearer = token ?? connection.token()
  const timeout = AbortSignal.timeout(limits.request.timeout_ms)
  try {
    const response = await fetch(`/api/${path}`, {
      method,
      headers: headersOf(bearer, body !== undefined),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body }),
    })
    // A connection that breaks here is the network's failure; what follows is about what was read.
    const text = await response.text()
    const about = `${method} /api/${path} ${response.status}`
    const answer = await read<Body>(text, response.status, { token: bearer, about })
    noteEnd(bearer, answer)
    return answer
  } catch (error) {
    if (signal?.aborted) throw error
    return failed(timeout.aborted ? 'timeout' : 'network')
  }
}

/** Tells the session when the server no longer knows it. */
export function noteEnd(token: string | undefined, answer: Answer) {
  if (token && answer.Status === 'error' && answer.code === 'no-session') connection.sessionEnded(token)
}

export function headersOf(token: string | undefined, hasBody: boolean): Record<string, string> {
  const socketId = connection.socketId()
  return {
    Accept: 'application/json',
    'Accept-Language': connection.language(),
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(socketId !== undefined && { 'X-Socket-Id': socketId }),
  }
}

type Sealing = { token: string | undefined; about: string }

/** An answer out of its envelope, from the text and the status it came with. */
export async function read<Body extends object>(
  text: string,
  status: number,
  { token, about }: Sealing,
): Promise<Answer<Body>> {
  try {
    const body: unknown = JSON.parse(text)
    const answer: unknown = isEnvelope(body)
      ? JSON.parse(await openEnvelope(body, { token: token ?? '', about }))
      : body
    // The edge of the web: the server keeps the shapes of shared/calls, so what says it is an answer is one.
    if (isAnswer<Body>(answer)) return answer
    return failed('unreadable')
  } catch {
    return failed(status >= 500 ? 'network' : 'unreadable')
  }
}

const isAnswer = <Body extends object>(value: unknown): value is Answer<Body> =>
  typeof value === 'object' &&
  value !== null &&
  'Status' in value &&
  (value.Status === 'success' || (value.Status === 'error' && 'code' in value && 'payload' in value))

/** A failure that the server knows nothing of. */
export function failed(code: 'network' | 'timeout' | 'unreadable'): Failure {
  return { Status: 'error', code, Message: currentStrings().errors[code], payload: { errors: {} } }
}
