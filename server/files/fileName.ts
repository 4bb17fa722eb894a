import { limits } from '#shared/limits.ts'

/** Control, invisible, and bidirectional characters: with the latter `fdp.exe` is displayed as `exe.pdf`. */
const invisible = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/**
 * The display name of a file from the one that the client sends: without folders and invisible characters, truncated. Files are
 * stored by their hash, never by this name. Undefined when nothing remains.
 */
export function cleanFileName(sent: string): string | undefined {
  const name = sent
    .normalize('NFC')
    .replace(invisible, '')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return name ? truncate(name) : undefined
}

function truncate(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= limits.file.name_letters) return name
  const extension = /\.\w{1,5}$/.exec(name)?.[0] ?? ''
  return (
    characters
      .slice(0, limits.file.name_letters - extension.length)
      .join('')
      .trimEnd() + extension
  )
}
