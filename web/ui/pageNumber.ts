/** The page that was typed: a whole number from 1 to the last, or nothing. */
export function pageTyped(text: string, pages: number): number | undefined {
  const trimmed = text.trim()
  if (!/^\d+$/.test(trimmed)) return undefined
  const page = Number(trimmed)
  return page >= 1 && page <= pages ? page : undefined
}
