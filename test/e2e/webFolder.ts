import { join } from 'node:path'

/** The web that the test servers serve: the built web and the fixture page of forms. */
export const webFolder = join(import.meta.dirname, '../../.cache/e2e/web')

/** The address of the fixture page with one form: `formUrl({ resource: 'courts', mode: 'Update', id: 1 })`. */
export const formUrl = (query: Record<string, string | number>) =>
  `/form.html?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`
