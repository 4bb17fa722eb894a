import type { FormValues } from './payload.ts'

/** Unsaved changes of a form: the changed fields, and the version of the record that they apply to. */
export type Draft = { at: string; version: number | null; values: FormValues }

export const isDraft = (stored: unknown): stored is Draft =>
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
