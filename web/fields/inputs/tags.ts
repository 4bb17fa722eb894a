/** The names in a text, divided by the separator or by lines; each once. */
export function splitTags(text: string, separator: string): string[] {
  const names = text
    .split(/[\n\r\t]+/)
    .flatMap((line) => line.split(separator))
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')
  return [...new Set(names)]
}

/** Names as they are kept. A separator inside a name would make two of it. */
export const joinTags = (names: readonly string[], separator: string) =>
  splitTags(names.join(separator), separator).join(separator)
