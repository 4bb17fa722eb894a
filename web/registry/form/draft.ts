import type { FormValues } from './payload.ts'

/** Unsaved changes of a form: the changed fields, and the version of the record that they apply to. */
export type Draft = { at: string; version: number | null; values: FormValues }

/** One draft for each user and record of this browser. */
export const draftKey = (userEmail: string, resource: string, id: number | undefined) =>
  ['draft', userEmail, resource, id ?? 'new'].join(':')

/** Deletes every draft of a user. */
export function deleteDraftsOf(userEmail: string) {
  for (const key of storedKeys()) {
    const [kind, email, resource = '', id = ''] = key.split(':')
    if (kind === 'draft' && email === userEmail) deleteDraft(draftKey(userEmail, resource, Number(id) || undefined))
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

export function readDraft(key: string): Draft | undefined {
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
