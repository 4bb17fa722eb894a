import { readItem, removeItem, writeItem } from '#web/platform/safeStorage.ts'
import { draftDatabase, draftKey, type DraftOwner } from './eraseDrafts.ts'
import type { Baseline, FormValues } from './payload.ts'

/** One draft for each user and record of this browser. */
export type DraftPlace = { owner: DraftOwner; resource: string; id: number | undefined }

/**
 * The drafts of this browser, in IndexedDB, where the longest text fits. The local storage, which is small but synchronous,
 * takes the draft of a page that closes, and all drafts where IndexedDB is missing.
 */
export async function readDraft(place: DraftPlace): Promise<Draft | undefined> {
  const stored: unknown = await request('readonly', place, (drafts) => drafts.get(keyOf(place))).catch(() => undefined)
  const inDatabase = isDraft(stored) ? stored : undefined
  const draft = laterDraft(inDatabase, readLocal(place))
  if (draft && draft !== inDatabase) await storeDraft(place, draft)
  return draft
}

/** Stores a draft. False when the browser's storage is full or blocked. */
export async function storeDraft(place: DraftPlace, draft: Draft): Promise<boolean> {
  try {
    await request('readwrite', place, (drafts) => drafts.put(draft, keyOf(place)))
    if ((readLocal(place)?.at ?? '') <= draft.at) removeLocal(place)
    return true
  } catch {
    return writeLocal(place, draft)
  }
}

/**
 * Stores a draft of a page that may close at once. A page that closes does not wait for IndexedDB, and the local storage
 * takes five million characters: of a longer text, what was typed in the last second can be lost.
 */
export function storeDraftAtOnce(place: DraftPlace, draft: Draft): Promise<boolean> {
  const stored = storeDraft(place, draft)
  if (!writeLocal(place, draft)) writeLocal(place, { ...draft, base: undefined })
  return stored
}

export async function deleteDraft(place: DraftPlace) {
  removeLocal(place)
  await request('readwrite', place, (drafts) => drafts.delete(keyOf(place))).catch(() => undefined)
}

const keyOf = ({ resource, id }: DraftPlace) => `${resource}:${id ?? 'new'}`

const storeName = 'drafts'
const connections = new Map<number, Promise<IDBDatabase>>()
/** Without a promise, because a closing page has no time for one. */
const open = new Map<number, IDBDatabase>()

async function request<Result>(
  mode: IDBTransactionMode,
  { owner }: DraftPlace,
  run: (drafts: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = open.get(owner.id) ?? (await connect(owner.id))
  const transaction = database.transaction(storeName, mode)
  const wanted = run(transaction.objectStore(storeName))
  // A page that closes does not wait for the request before the commit.
  transaction.commit()
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(wanted.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'))
  })
}

function connect(userId: number): Promise<IDBDatabase> {
  const connection = connections.get(userId) ?? openDatabase(userId)
  connections.set(userId, connection)
  connection.catch(() => connections.delete(userId))
  return connection
}

const openDatabase = (userId: number) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(draftDatabase(userId))
    const close = () => {
      opening.result.close()
      connections.delete(userId)
      open.delete(userId)
    }
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    opening.onerror = () => reject(opening.error ?? new Error('IndexedDB cannot be opened'))
    opening.onsuccess = () => {
      open.set(userId, opening.result)
      // A log-out in any tab deletes the database, and waits until no tab uses it.
      opening.result.onversionchange = close
      opening.result.onclose = close
      resolve(opening.result)
    }
  })

/** Earlier versions stored drafts under the e-mail address. */
const readLocal = ({ owner, resource, id }: DraftPlace) =>
  laterDraft(parseItem(draftKey(owner.id, resource, id)), parseItem(draftKey(owner.email, resource, id)))

function parseItem(key: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(readItem('localStorage', key) ?? 'null')
    return isDraft(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

const writeLocal = ({ owner, resource, id }: DraftPlace, draft: Draft): boolean =>
  writeItem('localStorage', draftKey(owner.id, resource, id), JSON.stringify(draft))

function removeLocal({ owner, resource, id }: DraftPlace) {
  removeItem('localStorage', draftKey(owner.id, resource, id))
  removeItem('localStorage', draftKey(owner.email, resource, id))
}

/**
 * Unsaved changes of a form: the changed fields, the version of the record that they apply to, and the values of the fields
 * in that version. `base` is missing in the drafts of earlier releases, and where it is too large for a page that closes.
 */
export type Draft = { at: string; version: number | null; values: FormValues; base?: FormValues | undefined }

export function draftOf({ base, version }: Baseline, values: FormValues): Draft {
  const names = Object.keys(values)
  return {
    at: new Date().toISOString(),
    version: version ?? null,
    values,
    base: Object.fromEntries(names.map((name) => [name, base[name] ?? null])),
  }
}

const isDraft = (stored: unknown): stored is Draft =>
  typeof stored === 'object' &&
  stored !== null &&
  'at' in stored &&
  typeof stored.at === 'string' &&
  'version' in stored &&
  'values' in stored &&
  typeof stored.values === 'object' &&
  stored.values !== null

/** The later of two drafts, of which either may be missing. */
export const laterDraft = (one: Draft | undefined, other: Draft | undefined) =>
  one && other ? (one.at < other.at ? other : one) : (one ?? other)

/** The fields whose values differ, with the values of `now`. */
export const changesOf = (before: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSameValue(before[name], value)))

/** Whether two form values have the same JSON; null and undefined are equal. */
export const isSameValue = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
