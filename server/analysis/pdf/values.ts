/** What pdf.js gives has no types: these read it without trust. */

export const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function listOf(value: unknown): readonly unknown[] | null {
  if (value instanceof Float32Array || value instanceof Float64Array) return Array.from(value)
  if (!Array.isArray(value)) return null
  const list: unknown[] = value
  return list
}

/** The own fields of an object, and those of its getters that are named. */
export function fieldsOf(value: unknown, getters: readonly string[] = []): Record<string, unknown> {
  if (!(value instanceof Object)) return {}
  const own: [string, unknown][] = Object.entries(value)
  const named = getters.map((name): [string, unknown] => [name, Reflect.get(value, name)])
  return Object.fromEntries([...own, ...named])
}
