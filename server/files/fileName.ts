import { limits } from '#shared/limits.ts'

/** Letters that are not seen and turn the others around: with them `fdp.exe` reads as `exe.pdf`. Control letters too. */
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/**
 * What a file is called, out of what it says it is called: no folders, nothing unseen, not too long. It is data only:
 * the file is kept by its hash. Undefined when nothing is left.
 */
export function readName(header: string): string | undefined {
  const name = decoded(header)
    ?.normalize('NFC')
    .replace(unseen, '')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return name ? shortened(name) : undefined
}

function decoded(header: string): string | undefined {
  try {
    return decodeURIComponent(header)
  } catch {
    return undefined
  }
}

function shortened(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= limits.file.name_letters) return name
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? ''
  return (
    letters
      .slice(0, limits.file.name_letters - ending.length)
      .join('')
      .trimEnd() + ending
  )
}
