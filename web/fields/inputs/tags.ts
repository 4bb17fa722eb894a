/** Splits a text into names at the separator, tabs, and line breaks, without duplicates. */
export function splitTags(text: string, separator: string): string[] {
  const names = text
    .split(/[\n\r\t]+/)
    .flatMap((line) => line.split(separator))
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')
  return [...new Set(names)]
}

/** Joins names into the stored text. A name that contains the separator becomes two names. */
export const joinTags = (names: readonly string[], separator: string) =>
  splitTags(names.join(separator), separator).join(separator)
