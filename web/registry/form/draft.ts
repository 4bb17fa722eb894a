import type { FormValues } from './payload.ts'

/** What somebody wrote and has not saved: the fields that he changed, of which version of the record. */
export type Draft = { at: string; version: number | null; values: FormValues }

/** One draft for each person and record of this browser. */
export const draftKey = (person: string, resource: string, id: number | undefined) =>
  ['draft', person, resource, id ?? 'new'].join(':')

export function readDraft(key: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isDraft(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

const isDraft = (kept: unknown): kept is Draft =>
  typeof kept === 'object' &&
  kept !== null &&
  'at' in kept &&
  typeof kept.at === 'string' &&
  'version' in kept &&
  'values' in kept &&
  typeof kept.values === 'object' &&
  kept.values !== null

/** Keeps a draft. False where the browser has no room for it. */
export function keepDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropDraft(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The fields in which two forms differ, as the second has them. */
export const changesOf = (before: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(before[name], value)))

/** Whether two values of a form are the same once written. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
