import { fold, isFili } from '#shared/text/language/fold.ts'
import { fromLatin } from '#shared/text/language/transliterate.ts'

/** How a text is searched in the editor: in similar spellings, or exactly; whole words, or parts of them. */
export type SpellingOptions = { similar: boolean; wholeWord: boolean }

type Match = { start: number; end: number }
type Finder = (text: string) => Match[]

/**
 * Builds the function that finds a typed text. In similar spellings the dots of letters, the length and kind of vowel signs
 * that are often confused (ކޯޓު, ކޯޓް), numerals, case and invisible marks do not matter, and Latin letters also find the
 * Thaana words that they transliterate. A match never separates a letter from its vowel sign.
 */
export function findSpelling(typed: string, { similar, wholeWord }: SpellingOptions): Finder {
  const wanted = similar ? similarForms(typed) : [typed.toLowerCase()]
  if (typed.trim() === '') return () => []
  return (text) => {
    const read = similar ? toSimilar(text) : exactly(text)
    const matches = wanted.flatMap((form) =>
      [...occurrences(read.text, form)].map((at) => spanOf(read, at, form.length)),
    )
    return withoutOverlaps(matches.filter((match) => isWhole(text, match) && !(wholeWord && !isWord(text, match))))
  }
}

type Read = { text: string; starts: ArrayLike<number>; ends: ArrayLike<number> }

/** Letter by letter, so that a letter whose lower case is longer keeps its place. */
function exactly(text: string): Read {
  const lower = text.replace(/[\s\S]/g, (unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit))
  const places = Array.from({ length: text.length }, (_, index) => index)
  return { text: lower, starts: places, ends: places.map((index) => index + 1) }
}

function toSimilar(text: string): Read {
  const { text: folded, starts, ends } = fold(text)
  return { text: folded.replace(/[ާީޫޭޯް\u00a0]/g, (sign) => shortForm[sign] ?? sign), starts, ends }
}

/** Long vowel signs, and the sukun that a final u is often written as. */
const shortForm: Record<string, string> = { 'ާ': 'ަ', 'ީ': 'ި', 'ޫ': 'ު', 'ޭ': 'ެ', 'ޯ': 'ޮ', 'ް': 'ު', '\u00a0': ' ' } // prettier-ignore

const max_words = 3

function similarForms(typed: string): string[] {
  const words = typed.trim().split(/\s+/)
  const own = toSimilar(typed.trim()).text
  if (words.length > max_words || !words.every((word) => /^[a-z']+$/i.test(word))) return [own]
  const candidates = words.map((word) => [...new Set(fromLatin(word).map((form) => toSimilar(form).text))])
  const combined = candidates.reduce<string[]>(
    (before, forms) =>
      before.length === 0 ? forms : before.flatMap((start) => forms.map((form) => `${start} ${form}`)),
    [],
  )
  return [own, ...combined]
}

function* occurrences(text: string, form: string): Generator<number> {
  if (form === '') return
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) yield at
}

const spanOf = ({ starts, ends }: Read, at: number, length: number): Match => ({
  start: starts[at] ?? 0,
  end: ends[at + length - 1] ?? 0,
})

/** Neither begins with the vowel sign of a letter before, nor ends before that of its last letter. */
const isWhole = (text: string, { start, end }: Match) =>
  !isFili(text.charCodeAt(end)) && (start === 0 || !isFili(text.charCodeAt(start)))

const letter = /[\p{L}\p{M}\p{N}]/u

const isWord = (text: string, { start, end }: Match) =>
  !letter.test(text.charAt(start - 1)) && !letter.test(text.charAt(end))

function withoutOverlaps(matches: readonly Match[]): Match[] {
  const sorted = matches.toSorted((one, other) => one.start - other.start || other.end - one.end)
  let end = 0
  return sorted.filter((match) => {
    if (match.start < end) return false
    end = match.end
    return true
  })
}
