import type { Failure } from '#shared/calls/answer.ts'
import type { AnalysisOfFile } from '#shared/calls/analyses.ts'
import { backoff } from '#shared/backoff.ts'
import { post } from '#web/platform/api/client.ts'
import { isTransientError } from '#web/platform/session/decisions.ts'
import { registerWork } from '#web/platform/navigation/navigation.ts'
import {
  currentSession,
  currentToken,
  keepPageOnExpiry,
  onSignOut,
  subscribeToSession,
} from '#web/platform/session/session.ts'
import { languagePreference } from '#web/platform/preferences/preferences.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { uploadInParts, waitForConnection } from '#web/platform/upload/upload.ts'
import { sentencesOf } from '#web/platform/api/problems.ts'

/**
 * A file on its way to an analysis. `offline`: the connection was lost, the upload continues by itself. `expired`: the
 * session has ended, the upload continues when its user has signed in again.
 */
type UploadState =
  | { at: 'waiting' | 'sending' | 'paused' | 'offline' | 'expired' | 'adding' | 'done' }
  | { at: 'duplicate'; duplicates: readonly AnalysisOfFile[] }
  /** `isFinal`: another attempt cannot help. */
  | { at: 'refused'; reason: string; isFinal: boolean }

export type QueuedUpload = {
  key: string
  file: File
  court: number
  /** From 0 to 1. */
  progress: number
  state: UploadState
}

export const analysisFileUse = 'analysis.pdf_file'

const parallelUploads = 3
/** Changes are shown together: hundreds of files report their progress. */
const notify_ms = 120

/** Says why a file is refused before it is sent. */
type ProblemOf = (file: File) => Promise<string | undefined>
type Entry = QueuedUpload & {
  owner: number
  problemOf: ProblemOf
  abort: AbortController
  attempts: number
  /** The id of the upload in parts. */
  upload?: string
  /** The stored file: only its analysis is still to be made. */
  pdf_file?: number | undefined
  /** The user adds it although others have it. */
  accept_duplicate?: true
}

/** The uploads of this tab, as module state: they continue while another screen is open. */
const entries = new Map<string, Entry>()
let shown: readonly QueuedUpload[] = []
/** The ids of the uploads that this tab has begun: an earlier list of the interrupted ones may have them. */
let begun: ReadonlySet<string> = new Set()
let notification: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const queuedUploads = () => shown
export const begunUploads = () => begun

export function subscribeToUploads(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Adds files for a court. */
export function addFiles(files: readonly File[], court: number, problemOf: ProblemOf) {
  const session = currentSession()
  if (session.at !== 'signed-in') return
  const { id: owner } = session.decoded.user
  for (const file of files) {
    const key = `${file.name}|${file.size}|${file.lastModified}`
    const known = entries.get(key)
    // A file that is chosen again continues its upload, for the court that was chosen last.
    if (known && isUnfinished(known)) {
      known.court = court
      if (isStopped(known.state)) start(known)
      continue
    }
    const state = { at: 'waiting' } as const
    const abort = new AbortController()
    entries.set(key, { key, file, court, progress: 0, state, owner, problemOf, abort, attempts: 0 })
  }
  changed()
  sendNext()
}

const isStopped = ({ at }: UploadState) => at === 'paused' || at === 'offline'

export const isPausable = ({ at }: UploadState) =>
  at === 'waiting' || at === 'sending' || at === 'offline' || at === 'expired'

/** Whether an upload goes on without the user. */
export const isActive = ({ state }: QueuedUpload) => isPausable(state) || state.at === 'adding'

/** Whether the file would be lost with the page. */
const isUnfinished = ({ state: { at } }: QueuedUpload) => at !== 'done' && at !== 'refused'
const hasUnfinished = () => [...entries.values()].some(isUnfinished)

/** Stops an upload; what was received of it stays on the server. */
export function pauseUpload(key: string) {
  const entry = entries.get(key)
  if (!entry || !isPausable(entry.state)) return
  entry.abort.abort()
  setState(entry, { at: 'paused' })
  sendNext()
}

/** Continues a paused or interrupted upload, or tries a refused one again. */
export function resumeUpload(key: string) {
  const entry = entries.get(key)
  if (entry && (isStopped(entry.state) || entry.state.at === 'refused')) start(entry)
}

function start(entry: Entry) {
  entry.abort = new AbortController()
  entry.attempts = 0
  setState(entry, { at: 'waiting' })
  sendNext()
}

/** Takes an upload off the queue and deletes what was received of it. */
export function cancelUpload(key: string) {
  const entry = entries.get(key)
  if (!entry) return
  entries.delete(key)
  entry.abort.abort()
  if (entry.state.at !== 'done') void forget(entry)
  changed()
  sendNext()
}

async function forget({ upload, pdf_file }: Entry) {
  if (pdf_file !== undefined) await post('files/delete', { id: pdf_file })
  else if (upload !== undefined) await post('files/upload/cancel', { upload })
}

/** Adds a file that has an analysis already, or leaves it out. */
export function decideDuplicate(key: string, isAdded: boolean) {
  const entry = entries.get(key)
  if (entry?.state.at !== 'duplicate') return
  if (isAdded) {
    entry.accept_duplicate = true
    start(entry)
  } else cancelUpload(key)
}

export const isFinished = ({ state }: QueuedUpload) => state.at === 'done' || (state.at === 'refused' && state.isFinal)

/** Takes the finished uploads off the queue. */
export function clearFinished() {
  for (const [key, entry] of entries) if (isFinished(entry)) entries.delete(key)
  changed()
}

function setState(entry: Entry, state: UploadState) {
  entry.state = state
  changed()
}

let releasePage: (() => void) | undefined

/** Unfinished uploads would be lost with the page: an expired session asks to sign in again over it. */
function keepPage() {
  if (hasUnfinished()) releasePage ??= keepPageOnExpiry()
  else {
    releasePage?.()
    releasePage = undefined
  }
}

function changed() {
  keepPage()
  notification ??= setTimeout(() => {
    notification = undefined
    shown = Array.from(entries.values(), (entry) => ({ ...entry }))
    for (const listener of listeners) listener()
  }, notify_ms)
}

/** Starts the next uploads, up to the number that run at the same time; none without a session. */
function sendNext() {
  if (currentToken() === undefined) return
  const all = [...entries.values()]
  const running = all.filter(({ state }) => state.at === 'sending' || state.at === 'adding').length
  const waiting = all.filter(({ state }) => state.at === 'waiting')
  for (const entry of waiting.slice(0, Math.max(0, parallelUploads - running))) void send(entry)
}

/** Uploads of a lost session wait for their user; they are not sent for another user. */
function followSession() {
  const session = currentSession()
  if (session.at !== 'signed-in' || session.isExpired) return
  drop(({ owner }) => owner !== session.decoded.user.id)
  for (const entry of entries.values()) if (entry.state.at === 'expired') entry.state = { at: 'waiting' }
  changed()
  sendNext()
}

function drop(isDropped: (entry: Entry) => boolean) {
  for (const [key, entry] of [...entries].filter(([, one]) => isDropped(one))) {
    entries.delete(key)
    entry.abort.abort()
    begun = new Set([...begun].filter((upload) => upload !== entry.upload))
  }
  changed()
}

async function send(entry: Entry) {
  const { file, abort, problemOf, pdf_file } = entry
  setState(entry, { at: pdf_file === undefined ? 'sending' : 'adding' })
  try {
    const reason = pdf_file === undefined ? await problemOf(file) : undefined
    if (reason !== undefined) setState(entry, { at: 'refused', reason, isFinal: true })
    else if (pdf_file === undefined) await sendBytes(entry)
    else await addAnalysis(entry, pdf_file)
  } catch (error) {
    // Paused or canceled.
    if (!abort.signal.aborted) throw error
  }
  sendNext()
}

async function sendBytes(entry: Entry) {
  const { file, abort } = entry
  const onProgress = (progress: number) => {
    entry.progress = progress
    changed()
  }
  /** An upload that was canceled meanwhile ends here. */
  const onBegun = (upload: string) => {
    entry.upload = upload
    begun = new Set([...begun, upload])
    if (entries.get(entry.key) !== entry && currentToken() !== undefined) void forget(entry)
  }
  /** However often it is interrupted, an upload that makes progress continues. */
  const onPart = () => void (entry.attempts = 0)
  const answer = await uploadInParts({ file, use: analysisFileUse, onBegun, onProgress, onPart, signal: abort.signal })
  if (answer.Status === 'error') return handleFailure(entry, answer)
  setState(entry, { at: 'adding' })
  return addAnalysis(entry, answer.data.id)
}

async function addAnalysis(entry: Entry, pdf_file: number): Promise<void> {
  const { court, accept_duplicate } = entry
  const input = { court, pdf_file, ...(accept_duplicate && { accept_duplicate }) }
  const answer = await post('analysis/addFile', input, { isEchoed: true, isSave: true })
  if (answer.Status === 'error') {
    // A file that no record has claimed is deleted after a day: it is sent again.
    const isGone = entry.pdf_file !== undefined && 'pdf_file' in answer.payload.errors
    entry.pdf_file = isGone ? undefined : pdf_file
    if (isGone) setState(entry, { at: 'waiting' })
    else await handleFailure(entry, answer)
    return
  }
  entry.pdf_file = pdf_file
  setState(entry, answer.data === null ? { at: 'duplicate', duplicates: answer.duplicates } : { at: 'done' })
}

/** Codes after which the upload is asked for its place again: another tab, or a lost answer, has moved it on. */
const movedOn: ReadonlySet<string> = new Set(['upload-offset', 'not-found'])
const maxAttempts = 20

/** An interrupted connection and an ended session are waited for; any other failure is shown. */
async function handleFailure(entry: Entry, answer: Failure) {
  if (answer.code === 'no-session') {
    setState(entry, { at: 'expired' })
    // The user may have signed in again while the answer was on its way.
    followSession()
    return
  }
  entry.attempts += 1
  const isInterrupted = isTransientError(answer.code) || answer.code === 'too-many' || movedOn.has(answer.code)
  if (!isInterrupted || entry.attempts > maxAttempts) {
    const [reason = answer.Message] = sentencesOf(answer)
    setState(entry, { at: 'refused', reason, isFinal: answer.code === 'invalid' })
    return
  }
  setState(entry, { at: 'offline' })
  await waitForConnection(backoff(entry.attempts - 1))
  if (entry.state.at === 'offline' && entries.get(entry.key) === entry) setState(entry, { at: 'waiting' })
}

subscribeToSession(followSession)
registerWork(hasUnfinished)
onSignOut(async ({ id }) => {
  const count = [...entries.values()].filter(isUnfinished).length
  if (count > 0) showToast('caution', analysisStrings[languagePreference.get()].upload.signedOut(count))
  drop(({ owner }) => owner === id)
})
