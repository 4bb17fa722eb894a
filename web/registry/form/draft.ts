import type { FormValues } from './payload.ts'

/** Unsaved changes of a form: the changed fields, and the version of the record that they apply to. */
export type Draft = { at: string; version: number | null; values: FormValues }

/** The user whose drafts are stored: under their id. Earlier versions stored them under the e-mail address, which changes. */
export type DraftOwner = { id: number; email: string }

/** One draft for each user and record of this browser. */
export const draftKey = (owner: number | string, resource: string, id: number | undefined) =>
  ['draft', owner, resource, id ?? 'new'].join(':')

/** Deletes every draft of a user. */
export function deleteDraftsOf({ id: userId, email }: DraftOwner) {
  for (const key of storedKeys()) {
    const [kind, owner = '', resource = '', id = ''] = key.split(':')
    if (kind === 'draft' && [String(userId), email].includes(owner))
      deleteDraft(draftKey(owner, resource, Number(id) || undefined))
  }
}

/** Reads the draft of a user; one that is stored under their e-mail address moves to their id. */
export function readDraftOf({ id: userId, email }: DraftOwner, resource: string, id: number | undefined) {
  const key = draftKey(userId, resource, id)
  const earlierKey = draftKey(email, resource, id)
  const earlier = readDraft(key) ? undefined : readDraft(earlierKey)
  if (earlier && storeDraft(key, earlier)) deleteDraft(earlierKey)
  return readDraft(key) ?? earlier
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function readDraft(key: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isDraft(stored) ? stored : undefined
  } catch {
    return undefined
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

/** Stores a draft. Returns false when the browser's storage is full or blocked. */
export function storeDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function deleteDraft(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked: there is no draft to delete.
  }
}

/** The fields whose values differ, with the values of `now`. */
export const changesOf = (before: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSameValue(before[name], value)))

/** Whether two form values have the same JSON; null and undefined are equal. */
export const isSameValue = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
