import { readItem, removeItem, writeItem } from '#web/platform/safeStorage.ts'
import { draftDatabase, draftKey, type DraftOwner, draftStoreName as storeName } from './eraseDrafts.ts'
import type { Baseline, FormValues } from './payload.ts'

export type DraftRecord = { owner: DraftOwner; resource: string; id: number | undefined }
/** One draft for each user and record of this browser, and one more for each further form of it that is open. */
export type DraftPlace = DraftRecord & { slot: number }

export type ReservedDraft = { place: DraftPlace; draft: Draft | undefined; release: () => void }

/** Forms of one record with a draft of their own; further ones share the last. */
const maxSlots = 8

/**
 * Reserves a place for the draft of a form until it is released. A place that another form has reserved is left alone; among
 * the others, the first with a draft is taken, which is of a form that is closed. Where Web Locks are missing or blocked, all
 * forms of a record share one.
 */
export async function reserveDraft(record: DraftRecord): Promise<ReservedDraft> {
  await Promise.all(releasing)
  const places = Array.from({ length: maxSlots }, (_, slot) => ({ ...record, slot }))
  const drafts = await Promise.all(places.map(findDraft))
  const hasDraft = ({ slot }: DraftPlace) => drafts[slot]?.draft !== undefined
  for (const place of [...places.filter(hasDraft), ...places.filter((one) => !hasDraft(one))]) {
    const release = await tryLock(lockName(place))
    if (release) return { place, draft: await takeOverDraft(place), release }
  }
  return { place: { ...record, slot: maxSlots - 1 }, draft: undefined, release: () => undefined }
}

// Missing on pages without HTTPS, which the types do not know.
const hasLocks = () => 'locks' in navigator
const lockName = (place: DraftPlace) => `draft:${place.owner.id}:${place.resource}:${recordKey(place)}`

/** The locks that are being released: a form that opens again at once waits for its former one. */
const releasing = new Set<Promise<unknown>>()

/** Resolves to the function that releases the lock, which does nothing without locks; to undefined when another form has it. */
function tryLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    if (!hasLocks()) {
      resolve(() => undefined)
      return
    }
    const released = navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(undefined)
          return undefined
        }
        return new Promise<void>((release) => {
          resolve(() => {
            releasing.add(released)
            release()
          })
        })
      })
      // The browser blocks the storage of this site.
      .catch(() => resolve(() => undefined))
      .finally(() => releasing.delete(released))
  })
}

/**
 * The drafts of this browser, in IndexedDB, where the longest text fits. The local storage, which is small but synchronous,
 * takes the draft of a page that closes, and all drafts where IndexedDB is missing.
 */
async function findDraft(place: DraftPlace) {
  const stored: unknown = await request('readonly', place, (drafts) => drafts.get(keyOf(place))).catch(() => undefined)
  const inDatabase = isDraft(stored) ? stored : undefined
  return { draft: laterDraft(inDatabase, readLocal(place)), inDatabase }
}

/** Reads a draft, which is in IndexedDB afterwards. */
async function takeOverDraft(place: DraftPlace): Promise<Draft | undefined> {
  const { draft, inDatabase } = await findDraft(place)
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

const keyOf = (place: DraftPlace) => `${place.resource}:${recordKey(place)}`

/** Earlier versions had one draft for a record, which is the first now. */
const recordKey = ({ id, slot }: DraftPlace) => `${id ?? 'new'}${slot > 0 ? `:${slot}` : ''}`

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
const readLocal = (place: DraftPlace) => {
  const { owner, resource } = place
  const record = recordKey(place)
  return laterDraft(parseItem(draftKey(owner.id, resource, record)), parseItem(draftKey(owner.email, resource, record)))
}

function parseItem(key: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(readItem('localStorage', key) ?? 'null')
    return isDraft(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

const writeLocal = (place: DraftPlace, draft: Draft): boolean =>
  writeItem('localStorage', draftKey(place.owner.id, place.resource, recordKey(place)), JSON.stringify(draft))

function removeLocal(place: DraftPlace) {
  for (const owner of [place.owner.id, place.owner.email])
    removeItem('localStorage', draftKey(owner, place.resource, recordKey(place)))
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
