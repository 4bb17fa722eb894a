import { beforeTimeLimit, removeItem } from '#web/platform/safeStorage.ts'

/** The user whose drafts are stored. Earlier versions stored them under the e-mail address, which changes. */
export type DraftOwner = { id: number; email: string }

/** A database of its own for each user, so that a log-out deletes one and no draft of another. */
export const draftDatabase = (userId: number) => `drafts:${userId}`

/** The name of a draft in the local storage; `record` as in `recordKey`. */
export const draftKey = (owner: number | string, resource: string, record: string) =>
  ['draft', owner, resource, record].join(':')

/** The store of drafts in the database of a user. Its keys are those of the local storage without owner: `courts:new`. */
export const draftStoreName = 'drafts'

/** Deletes every draft of a user. Resolves when they are gone, or when the last tab that uses them deletes them. */
export async function eraseDrafts(user: DraftOwner): Promise<void> {
  for (const { owner, resource, record } of localDrafts(user))
    removeItem('localStorage', draftKey(owner, resource, record))
  await deleteDatabase(user.id)
}

/** How many drafts of a user this browser has stored, as far as its storage responds. */
export async function countDrafts(user: DraftOwner): Promise<number> {
  const local = localDrafts(user).map(({ resource, record }) => `${resource}:${record}`)
  return new Set([...local, ...((await beforeTimeLimit(databaseKeys(user.id))) ?? [])]).size
}

const localDrafts = ({ id, email }: DraftOwner) =>
  storedKeys().flatMap((key) => {
    const [kind, owner = '', resource = '', ...record] = key.split(':')
    const isOwn = kind === 'draft' && [String(id), email].includes(owner)
    return isOwn ? [{ owner, resource, record: record.join(':') }] : []
  })

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

const databaseKeys = (userId: number) =>
  new Promise<string[]>((resolve) => {
    try {
      const opening = indexedDB.open(draftDatabase(userId))
      // Without drafts there is no database, and none is made.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = () => resolve([])
      opening.onsuccess = () => {
        const database = opening.result
        if (database.objectStoreNames.contains(draftStoreName)) {
          const reading = database.transaction(draftStoreName).objectStore(draftStoreName).getAllKeys()
          reading.onsuccess = () => resolve(reading.result.map(String))
          reading.onerror = () => resolve([])
        } else resolve([])
        database.close()
      }
    } catch {
      resolve([])
    }
  })

const deleteDatabase = (userId: number) =>
  new Promise<void>((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(draftDatabase(userId))
      request.onsuccess = request.onerror = request.onblocked = () => resolve()
    } catch {
      // Storage is blocked: there is no draft to delete.
      resolve()
    }
  })
