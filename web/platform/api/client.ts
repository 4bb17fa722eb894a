import type { Answer, Failure } from '#shared/calls/answer.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import { backoff } from '#shared/backoff.ts'
import { currentStrings } from '#web/platform/strings/strings.ts'
import { randomUuid } from '#web/platform/randomUuid.ts'
import type { PostCalls, GetCalls } from './calls.ts'
import { isEnvelope, openEnvelope } from './envelope.ts'

/** What calls need from the session. `main.tsx` connects the two, so that neither imports the other. */
type Connection = {
  token: () => string | undefined
  /** Renews the token if it has expired, or if the server rejected this one. Returns the failure of the renewal. */
  renewToken: (rejected?: string) => Promise<Failure | undefined>
  language: () => Language
  /** The socket id of the live connection: the server does not send it the changes of these calls. */
  socketId: () => string | undefined
  /** The server rejected the session of this token. */
  sessionEnded: (token: string) => void
  /** The server refused a call for want of a permission. */
  permissionMissing: () => void
}

let connection: Connection = {
  token: () => undefined,
  renewToken: async () => undefined,
  language: () => 'dv',
  socketId: () => undefined,
  sessionEnded: () => undefined,
  permissionMissing: () => undefined,
}

export function connect(to: Connection) {
  connection = to
}

/**
 * The options of one call: an abort signal, or a token that is not the session's yet. `isEchoed`: the live events of its
 * changes reach this tab as well, because no screen applies them. `isSave`: it changes a record, and is sent again with the
 * same idempotency key while no answer arrives. `key`: the idempotency key of a save that the caller makes with other contents,
 * too.
 */
type Options = { signal?: AbortSignal; token?: string; isEchoed?: boolean; isSave?: boolean; key?: string }

/** Calls the server. Failures of the network and of the server are returned as answers; only an abort throws. */
export function post<Path extends keyof PostCalls>(path: Path, input: PostCalls[Path]['input'], options?: Options) {
  return call<PostCalls[Path]['answer']>({ method: 'POST', path, body: JSON.stringify(input), ...options })
}

/** The same for a path built from a resource's name; `web/platform/api/resource.ts` types these calls. */
export function postPath<Body extends object>(path: string, input: object, options?: Options) {
  return call<Body>({ method: 'POST', path, body: JSON.stringify(input), ...options })
}

export function get<Path extends keyof GetCalls>(path: Path, options?: Options) {
  return call<GetCalls[Path]>({ method: 'GET', path, ...options })
}

type Call = Options & { method: 'GET' | 'POST'; path: string; body?: string }

function call<Body extends object>({ isSave = false, key: ownKey, token, ...request }: Call): Promise<Answer<Body>> {
  const { path, body = '' } = request
  const send = (key?: string) =>
    token === undefined
      ? sendInSession((bearer) => sendOnce<Body>({ ...request, key, bearer }))
      : reportRefusal(token, sendOnce<Body>({ ...request, bearer: token }))
  return isSave ? sendSave({ path, body, ownKey }, send) : send()
}

/**
 * Sends a call with the token of the session. A token that has expired is renewed before, and one that the server rejected
 * after: then the call is sent once more.
 */
export async function sendInSession<Body extends object>(
  send: (token: string | undefined) => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  const failure = await connection.renewToken()
  if (failure) return failure
  const token = connection.token()
  const answer = await send(token)
  if (token === undefined || !isRejection(answer)) return reportRefusal(token, answer)
  const refusal = await connection.renewToken(token)
  if (refusal) return refusal
  const renewed = connection.token()
  return reportRefusal(renewed, renewed === undefined || renewed === token ? answer : send(renewed))
}

const isRejection = (answer: Answer) => answer.Status === 'error' && answer.code === 'no-session'

async function sendOnce<Body extends object>({
  method,
  path,
  body,
  signal,
  bearer,
  isEchoed = false,
  key,
}: Omit<Call, 'token' | 'key'> & { bearer: string | undefined; key?: string | undefined }): Promise<Answer<Body>> {
  const timeout = AbortSignal.timeout(limits.request.timeout_ms)
  try {
    const response = await fetch(`/api/${path}`, {
      method,
      headers: {
        ...requestHeaders(bearer, body !== undefined, isEchoed),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      signal: signal ? anySignal(signal, timeout) : timeout,
      ...(body !== undefined && { body }),
    })
    // A connection that breaks here is a network failure; errors after this line concern the content.
    const text = await response.text()
    const about = `${method} /api/${path} ${response.status}`
    return await readAnswer<Body>(text, response.status, { token: bearer, about })
  } catch (error) {
    if (signal?.aborted) throw error
    return clientFailure(timeout.aborted ? 'timeout' : 'network')
  }
}

/** `AbortSignal.any`, which is newer than the oldest supported browsers. */
function anySignal(...signals: AbortSignal[]): AbortSignal {
  const any = new AbortController()
  for (const signal of signals) {
    const abort = () => any.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: any.signal })
  }
  return any.signal
}

/** What the session allowed when the page was loaded, and does not allow now. */
const permissionCodes = new Set(['not-allowed', 'copy-not-allowed', 'subscription-ended', 'print-not-allowed'])

/** Reports what a refusal says about the session to the session module, and returns the answer. */
async function reportRefusal<Body extends object>(
  token: string | undefined,
  pending: Answer<Body> | Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  const answer = await pending
  if (token === undefined || answer.Status !== 'error') return answer
  if (answer.code === 'no-session') connection.sessionEnded(token)
  if (permissionCodes.has(answer.code)) connection.permissionMissing()
  return answer
}

export function requestHeaders(token: string | undefined, hasBody: boolean, isEchoed = false): Record<string, string> {
  const socketId = isEchoed ? undefined : connection.socketId()
  return {
    Accept: 'application/json',
    'Accept-Language': connection.language(),
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(socketId !== undefined && { 'X-Socket-Id': socketId }),
  }
}

type SealContext = { token: string | undefined; about: string }

/** Decodes an answer: parses the text, opens its envelope, and checks its shape. */
export async function readAnswer<Body extends object>(
  text: string,
  status: number,
  { token, about }: SealContext,
): Promise<Answer<Body>> {
  try {
    const body: unknown = JSON.parse(text)
    const answer: unknown = isEnvelope(body)
      ? JSON.parse(await openEnvelope(body, { token: token ?? '', about }))
      : body
    // Boundary check: the server guarantees the shapes of shared/calls, so `Status` is all that is checked.
    if (isAnswer<Body>(answer)) return answer
    return clientFailure('unreadable')
  } catch {
    return clientFailure(status >= 500 ? 'network' : 'unreadable')
  }
}

const isAnswer = <Body extends object>(value: unknown): value is Answer<Body> =>
  typeof value === 'object' &&
  value !== null &&
  'Status' in value &&
  (value.Status === 'success' || (value.Status === 'error' && 'code' in value && 'payload' in value))

const clientCodes = ['network', 'timeout', 'unreadable'] as const
type ClientCode = (typeof clientCodes)[number]

export const isClientCode = (code: string): code is ClientCode => clientCodes.some((one) => one === code)

/** A failure that does not come from the server. */
export function clientFailure(code: ClientCode): Failure {
  return { Status: 'error', code, Message: currentStrings().errors[code], payload: { errors: {} } }
}

/** After these, the same save is sent again: together about ten seconds, in which a database restarts. */
const repeatedCodes = new Set(['network', 'unavailable', 'save-in-progress'])
const repeats = 5

/** After these, it is not known whether the save was made. */
const unknownCodes = new Set([...repeatedCodes, 'timeout', 'unreadable'])

/** After these, it is known whatever the answers before them were: the save was made, or its key is that of another one. */
const settledCodes = new Set(['', 'key-reused'])

/** The keys of saves whose answer was lost, by call and body: the same save, made again by the user, has the same key. */
const unanswered = new Map<string, string>()

/**
 * Sends a save until its answer arrives: each time with the same idempotency key, so that it is made once. A refusal after a
 * lost answer may be of this attempt alone, such as an ended session: the next one has the same key, too.
 */
async function sendSave<Body extends object>(
  { path, body, ownKey }: { path: string; body: string; ownKey: string | undefined },
  send: (key: string) => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  const save = `${path} ${body}`
  const known = unanswered.get(save)
  const key = known ?? ownKey ?? randomUuid()
  unanswered.set(save, key)
  let isUnknown = known !== undefined
  for (let attempts = 0; ; attempts += 1) {
    const answer = await send(key)
    const code = answer.Status === 'error' ? answer.code : ''
    isUnknown = !settledCodes.has(code) && (isUnknown || unknownCodes.has(code))
    if (!isUnknown) unanswered.delete(save)
    if (!repeatedCodes.has(code) || attempts === repeats) return answer
    await pause(backoff(attempts, { first_ms: 500, longest_ms: 4000 }))
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
