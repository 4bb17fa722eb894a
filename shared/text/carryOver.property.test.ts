import { expect, test } from 'vitest'
import { runs } from '#test/nightly.ts'
import { carryOver } from './carryOver.ts'
import { snapToLetters, type TextRange } from './textRange.ts'

/**
 * Random edits of a text whose letters have identities, so that where a note belongs after an edit is known and not read from
 * the difference. The vocabulary is small: most words, and some paragraphs, occur many times.
 */
type Letter = { letter: string; id: number }

/** A reproducible generator of random numbers (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, between: (low: number, high: number) => low + below(high - low + 1) }
}
type Random = ReturnType<typeof createRandom>

const vocabulary =
  'މި މައްސަލައިގައި ދަޢުވާކުރާ ފަރާތުން ދަޢުވާލިބޭ ކަމަށް ބުނެ އަދި ކުލި ރުފިޔާ ޙުކުމް ކޯޓުން ކޯޓުގެ ހެކި ހެކިން ނުވަތަ އެއީ އެކަން ވެސް ގޮތުގައި މަޢުލޫމާތު އެއްބަސްވުމުގެ ދަށުން ޤާނޫނުގެ މާއްދާގައި ބަޔާންކޮށްފައިވާ ގޮތަށް ނިންމި ނެތެވެ ވެއެވެ ކުރިއެވެ'.split(
    ' ',
  )
const signs = [...'ައިުެޮްާީ'].filter((sign) => /\p{M}/u.test(sign))

let lastId = 0
const write = (text: string): Letter[] => [...text].map((letter) => ({ letter, id: (lastId += 1) }))
const textOf = (letters: readonly Letter[]) => letters.map(({ letter }) => letter).join('')
const idsOf = (letters: readonly Letter[], { start, end }: TextRange) =>
  letters
    .slice(start, end)
    .map(({ id }) => id)
    .join(' ')

const words = (random: Random, count: number) =>
  Array.from({ length: count }, () => vocabulary[random.below(vocabulary.length)]).join(' ')
const sentence = (random: Random) => `${words(random, random.between(3, 30))}${random.below(3) === 0 ? '،' : '.'}`

function createText(random: Random): Letter[] {
  const boilerplate = [sentence(random), sentence(random)]
  const paragraphs = Array.from({ length: random.between(8, 24) }, () => {
    const kind = random.below(6)
    if (kind === 0) return boilerplate[random.below(2)] ?? ''
    if (kind === 1) return `${boilerplate[0] ?? ''} ${words(random, 2)}`
    return Array.from({ length: random.between(1, 3) }, () => sentence(random)).join(' ')
  })
  return write(paragraphs.join('\n'))
}

function createNotes(random: Random, text: string, count: number): TextRange[] {
  const notes: TextRange[] = []
  while (notes.length < count) {
    const start = random.below(text.length)
    const length = random.below(4) === 0 ? random.between(40, 300) : random.between(3, 40)
    const note = snapToLetters(text, { start, end: start + length })
    if (note) notes.push(note)
  }
  return notes
}

/** Replaces letters. What is the same at both ends of the old and the new text was not changed. */
function replace(letters: readonly Letter[], text: string): Letter[] {
  const added = [...text]
  const shorter = Math.min(letters.length, added.length)
  let head = 0
  while (head < shorter && letters[head]?.letter === added[head]) head += 1
  let tail = 0
  while (tail < shorter - head && letters.at(-1 - tail)?.letter === added.at(-1 - tail)) tail += 1
  const middle = write(added.slice(head, added.length - tail).join(''))
  return [...letters.slice(0, head), ...middle, ...letters.slice(letters.length - tail)]
}

/** The offsets at which words start, and the end. */
const wordStarts = (text: string) => [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ index }) => index)

type Edit = (letters: Letter[], random: Random) => Letter[]
const pick = (list: readonly number[], random: Random) => list[random.below(list.length)] ?? 0
const spliceWords: (removed: [number, number], added: [number, number]) => Edit =
  ([minRemoved, maxRemoved], [minAdded, maxAdded]) =>
  (letters, random) => {
    const starts = [...wordStarts(textOf(letters)), letters.length]
    const index = random.below(starts.length - 1)
    const end = starts[Math.min(starts.length - 1, index + random.between(minRemoved, maxRemoved))] ?? letters.length
    const start = starts[index] ?? 0
    const added = words(random, random.between(minAdded, maxAdded))
    return letters.toSpliced(start, end - start, ...replace(letters.slice(start, end), added === '' ? '' : `${added} `))
  }

/** Edits the list of paragraphs, each with the `\n` at its end. */
const editParagraphs =
  (edit: (paragraphs: Letter[][], index: number, random: Random) => Letter[][]): Edit =>
  (letters, random) => {
    const paragraphs: Letter[][] = [[]]
    for (const letter of [...letters, ...write('\n')]) {
      paragraphs.at(-1)?.push(letter)
      if (letter.letter === '\n') paragraphs.push([])
    }
    const whole = paragraphs.slice(0, -1)
    return edit(whole, random.below(whole.length), random).flat().slice(0, -1)
  }

const edits: Record<string, Edit> = {
  'insert words': spliceWords([0, 0], [1, 6]),
  'delete words': spliceWords([1, 8], [0, 0]),
  'replace words': spliceWords([1, 4], [1, 4]),
  'change a vowel sign': (letters, random) => {
    const places = letters.flatMap(({ letter }, index) => (/\p{M}/u.test(letter) ? [index] : []))
    const place = pick(places, random)
    const others = signs.filter((sign) => sign !== letters[place]?.letter)
    return letters.toSpliced(place, 1, ...write(others[random.below(others.length)] ?? ''))
  },
  'insert a comma': (letters, random) =>
    letters.toSpliced(pick(wordStarts(textOf(letters)), random), 0, ...write('، ')),
  'delete any letters': (letters, random) => letters.toSpliced(random.below(letters.length), random.between(1, 120)),
  'insert a line break': (letters, random) =>
    letters.toSpliced(pick(wordStarts(textOf(letters)), random), 0, ...write('\n')),
  'delete a paragraph': editParagraphs((paragraphs, index) => paragraphs.toSpliced(index, 1)),
  'insert a paragraph': editParagraphs((paragraphs, index, random) =>
    paragraphs.toSpliced(index, 0, write(`${sentence(random)}\n`)),
  ),
  'rewrite a paragraph': editParagraphs((paragraphs, index, random) =>
    paragraphs.toSpliced(index, 1, replace(paragraphs[index] ?? [], `${sentence(random)} ${sentence(random)}\n`)),
  ),
  'join two paragraphs': editParagraphs((paragraphs, index) =>
    paragraphs.map((paragraph, at) =>
      at === index && at < paragraphs.length - 1 ? paragraph.slice(0, -1) : paragraph,
    ),
  ),
  'copy a paragraph': editParagraphs((paragraphs, index, random) => {
    // A copy is the same text: a note may be in either.
    const copy = paragraphs[index] ?? []
    return paragraphs.toSpliced(random.below(2) === 0 ? index : random.below(paragraphs.length), 0, copy)
  }),
  'move a paragraph': editParagraphs((paragraphs, index, random) => {
    const moved = paragraphs.toSpliced(index, 1).toSpliced(random.below(paragraphs.length), 0, paragraphs[index] ?? [])
    return textOf(moved.flat()) === textOf(paragraphs.flat()) ? paragraphs : moved
  }),
}

type Result = { seed: number; steps: string[]; quote: string; state: string; isUnchanged: boolean; isWrong: boolean }

/** Edits a text, at times in several steps, and carries 50 notes over to the result. */
function carryRandomly(seed: number): Result[] {
  const random = createRandom(seed)
  const before = createText(random)
  const notes = createNotes(random, textOf(before), 50)
  const names = Object.keys(edits)
  const count = random.below(3) === 0 ? random.between(2, 5) : 1
  const steps = Array.from({ length: count }, () => names[random.below(names.length)] ?? '')
  const after = steps.reduce((letters, step) => edits[step]?.(letters, random) ?? letters, before)
  const idsAfter = ` ${idsOf(after, { start: 0, end: after.length })} `
  return carryOver(textOf(before), textOf(after), notes).map((carried, index) => {
    const note = notes[index] ?? { start: 0, end: 0 }
    const ids = idsOf(before, note)
    return {
      seed,
      steps,
      quote: textOf(before.slice(note.start, note.end)),
      state: carried.state,
      isUnchanged: idsAfter.includes(` ${ids} `),
      isWrong: carried.state === 'placed' && idsOf(after, carried.range) !== ids,
    }
  })
}

test('no random edit leaves a note silently in a wrong place: every other note is moved or lost', () => {
  const results = Array.from({ length: runs(20, 1000) }, (_, index) => carryRandomly(index + 1)).flat()
  expect(results.filter(({ isWrong }) => isWrong)).toEqual([])
  const unchanged = results.filter(({ isUnchanged }) => isUnchanged)
  const share = unchanged.filter(({ state }) => state === 'placed').length / unchanged.length
  expect(share).toBeGreaterThan(0.9)
})
