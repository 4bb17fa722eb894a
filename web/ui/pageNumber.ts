/** Parses a typed page number from 1 to `pages`; undefined if it is invalid. */
export function parsePage(text: string, pages: number): number | undefined {
  const trimmed = text.trim()
  if (!/^\d+$/.test(trimmed)) return undefined
  const page = Number(trimmed)
  return page >= 1 && page <= pages ? page : undefined
}
