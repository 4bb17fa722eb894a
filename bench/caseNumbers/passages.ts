import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A marked place of a passage: `start` and `end` count the characters of its text. */
type Place = { kind: 'number' | 'lookAlike' | 'neutral'; start: number; end: number; key?: string }
type Passage = { genre: string; text: string; places: Place[] }
type Found = { start: number; end: number; key?: string }

const kinds = { '⟦': 'number', '⟨': 'lookAlike', '⟪': 'neutral' } as const
const escapes: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' }

/** Reads one half of the frozen passages (README.md has the notation). */
export function readPassages(half: 'tuning' | 'unseen'): Passage[] {
  const sections = readFileSync(join(import.meta.dirname, `passages.${half}.txt`), 'utf8').split(/^# /m)
  return sections.slice(1).flatMap((section) => {
    const [genre = '', ...lines] = section.split('\n')
    return lines.filter((line) => line !== '').map((line) => ({ genre, ...readMarks(line) }))
  })
}

function readMarks(line: string): { text: string; places: Place[] } {
  let text = ''
  const places: Place[] = []
  for (const [, mark, marked = '', key, plain = ''] of line.matchAll(
    /([⟦⟨⟪])([^⟧⟩⟫=]*)(?:=([^⟧⟩⟫]*))?[⟧⟩⟫]|([^⟦⟨⟪]+)/gu,
  )) {
    const start = text.length
    text += unescapeText(marked + plain)
    if (mark) places.push({ kind: kinds[mark as keyof typeof kinds], start, end: text.length, ...(key && { key }) })
  }
  return { text, places }
}

const unescapeText = (written: string) =>
  written.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code?: string, letter?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[letter ?? ''] ?? letter ?? ''),
  )

/**
 * Compares what a detector finds in the passages with their marks. A place is right when it has exactly the characters of a
 * number and, where that is given, its key; what lies in a neutral place does not count.
 */
export function measureDetection(passages: readonly Passage[], detect: (text: string) => Found[]) {
  const counts = { labeled: 0, detected: 0, correct: 0 }
  const missed: string[] = []
  const wrong: string[] = []
  for (const { genre, text, places } of passages) {
    const shown = ({ start, end }: { start: number; end: number }) => `${genre}: ${text.slice(start, end)}`
    const neutral = places.filter(({ kind }) => kind === 'neutral')
    const found = detect(text).filter((one) => !neutral.some((place) => one.start < place.end && place.start < one.end))
    const numbers = places.filter(({ kind }) => kind === 'number')
    const isRight = (place: Place, one: Found) =>
      place.start === one.start && place.end === one.end && (!place.key || !one.key || isSameKey(place.key, one.key))
    missed.push(...numbers.filter((place) => !found.some((one) => isRight(place, one))).map(shown))
    wrong.push(...found.filter((one) => !numbers.some((place) => isRight(place, one))).map(shown))
    counts.labeled += numbers.length
    counts.detected += found.length
  }
  counts.correct = counts.labeled - missed.length
  return {
    ...counts,
    precision: counts.correct / counts.detected,
    recall: counts.correct / counts.labeled,
    missed,
    wrong,
  }
}

const isSameKey = (given: string, key: string) => fold(given) === fold(key)
const fold = (key: string) => key.toLowerCase().replace(/[^a-z\d/]/g, '')
