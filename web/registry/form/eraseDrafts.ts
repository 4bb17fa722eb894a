import { removeItem } from '#web/platform/safeStorage.ts'

/** The user whose drafts are stored. Earlier versions stored them under the e-mail address, which changes. */
export type DraftOwner = { id: number; email: string }

/** A database of its own for each user, so that a log-out deletes one and no draft of another. */
export const draftDatabase = (userId: number) => `drafts:${userId}`

/** The name of a draft in the local storage; `record` as in `recordKey`. */
export const draftKey = (owner: number | string, resource: string, record: string) =>
  ['draft', owner, resource, record].join(':')

/** Deletes every draft of a user. Resolves when they are gone, or when the last tab that uses them deletes them. */
export async function eraseDrafts({ id: userId, email }: DraftOwner): Promise<void> {
  for (const key of storedKeys()) {
    const [kind, owner = '', resource = '', ...record] = key.split(':')
    if (kind === 'draft' && [String(userId), email].includes(owner))
      removeItem('localStorage', draftKey(owner, resource, record.join(':')))
  }
  await deleteDatabase(userId)
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

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
