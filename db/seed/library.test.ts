import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linesOf } from '#shared/delta/delta.ts'
import { footnoteKeysOf } from '#shared/delta/inspect.ts'
import { buildLibrary } from './library.ts'
import { briefJudgments, phrases, writtenJudgments } from './content.ts'
import { courts } from './lists.ts'
import { readMarkup } from './markup.ts'
import { demoPdfs, numberOfPdf, pathOfPdf } from './pdfs.ts'
import { caseStatuses, relationTypes } from './reference.ts'
import { caseKinds, type SeedJudgment } from './shapes.ts'

const library = buildLibrary()
const judgments = [...writtenJudgments.map(([, judgment]) => judgment), ...briefJudgments]

test('the demo library has 300 case files and is deterministic', () => {
  expect(library).toHaveLength(300)
  expect(JSON.stringify(buildLibrary())).toBe(JSON.stringify(library))
})

test('no two case files of the demo library share a case number or a reference', () => {
  const numbers = library.flatMap((one) => one.case_numbers.map(({ number }) => number))
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(new Set(library.map((one) => one.reference)).size).toBe(library.length)
})

test('the PDFs of the demo library are judgments whose numbers are free, but for the case file that was made from one', () => {
  const taken = new Set(library.flatMap((one) => one.case_numbers.map(({ number }) => number)))
  for (const { name, state } of demoPdfs) {
    expect(taken.has(numberOfPdf(name)), name).toBe(state === 'finalized')
    expect(readFileSync(pathOfPdf(name), 'latin1').slice(0, 5)).toBe('%PDF-')
  }
})

test('the demo library has every kind, status, relation and court level, and benches of several judges', () => {
  expect(new Set(library.map(({ kind }) => kind))).toEqual(new Set(caseKinds))
  expect(new Set(library.flatMap((one) => one.statuses))).toEqual(new Set(caseStatuses.map(({ name }) => name)))
  expect(new Set(library.flatMap((one) => one.related_cases.map(({ type }) => type)))).toEqual(new Set(relationTypes))
  const levels = new Map(courts.map(({ code, level }) => [code, level]))
  expect(new Set(library.map(({ court }) => levels.get(court)))).toEqual(new Set(levels.values()))
  for (const court of ['Cv-C', 'Cr-C', 'Fm-C', 'DC']) expect(library.map((one) => one.court)).toContain(court)
  expect(library.some((one) => one.judges.length >= 3)).toBe(true)
})

test('the demo library has at least 150 phrases in three languages with both meanings', () => {
  expect(phrases.length).toBeGreaterThanOrEqual(150)
  expect(new Set(phrases.map((one) => one.dhivehi_phrase)).size).toBe(phrases.length)
  const incomplete = phrases.filter(
    (one) => !one.english_phrase || !one.arabic_phrase || !one.short_meaning || !one.meaning,
  )
  expect(incomplete).toEqual([])
  expect(phrases.filter((one) => one.short_meaning.length > 225)).toEqual([])
})

test('the eight complete judgments use every feature of the reader', () => {
  const written = library.slice(0, writtenJudgments.length)
  const attributes = written.flatMap((one) =>
    one.case_content.content.flatMap((op) => Object.keys(op.attributes ?? {})),
  )
  for (const needed of [
    'header',
    'table',
    'list',
    'blockquote',
    'paragraph',
    'lang',
    'annotation',
    'case_number',
    'bold',
  ])
    expect(attributes).toContain(needed)
  const types = written.flatMap((one) => one.case_content.annotations.map(({ type }) => type))
  expect(new Set(types)).toEqual(new Set(['general', 'positive', 'neutral', 'warning', 'caution']))
})

test('every footnote and annotation of a complete judgment is referenced once and defined', () => {
  for (const judgment of judgments) {
    const { footnotes: given = {}, annotations: notes = {} }: Partial<SeedJudgment> = judgment
    const ops = readMarkup(judgment.text)
    const footnotes = ops.flatMap((op) =>
      typeof op.insert !== 'string' && 'footnote' in op.insert ? [op.insert.footnote] : [],
    )
    const annotations = new Set(ops.flatMap((op) => op.attributes?.annotation ?? []))
    expect(footnotes.sort()).toEqual(Object.keys(given).sort())
    expect([...annotations].sort()).toEqual(Object.keys(notes).sort())
  }
})

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

test('the footnotes of every judgment are numbered by their place in its text', () => {
  for (const { case_content } of library)
    expect(case_content.footnotes.map(({ key }) => key)).toEqual(footnoteKeysOf(case_content))
})

test('a judgment whose head is added has 200 to 600 words', () => {
  const counts = briefJudgments.map(({ text, number }) => ({ number, count: wordsOf(text).length }))
  expect(counts.filter(({ count }) => count < 200 || count > 600)).toEqual([])
})

test('every judgment of the demo library has a title of its own', () => {
  expect(new Set(judgments.map(({ title }) => title)).size).toBe(judgments.length)
})

test('the judgments of the demo library use at least 12,000 different words', () => {
  expect(new Set(judgments.flatMap(({ text }) => wordsOf(text))).size).toBeGreaterThanOrEqual(12_000)
})

test('no two judgments of the demo library share more than a fifth of their sequences of five words', () => {
  expect(greatestShare(judgments.map(({ text }) => sequencesOf(text)))).toBeLessThanOrEqual(0.2)
})

test('two texts of which one repeats half of the other share half of their sequences of five words', () => {
  const share = greatestShare(['a b c d e f', 'x a b c d e', 'k l m n o p'].map(sequencesOf))
  expect(share).toBe(0.5)
})

function sequencesOf(text: string) {
  const words = wordsOf(text)
  return new Set(words.slice(4).map((_, index) => words.slice(index, index + 5).join(' ')))
}

/** The greatest share that two texts have in common of the sequences of the shorter one, by an inverted index. */
function greatestShare(texts: readonly Set<string>[]) {
  const textsWith = new Map<string, number[]>()
  const shares = texts.flatMap((sequences, text) => {
    const shared = new Map<number, number>()
    for (const sequence of sequences) {
      const earlier = textsWith.get(sequence) ?? []
      for (const other of earlier) shared.set(other, (shared.get(other) ?? 0) + 1)
      textsWith.set(sequence, [...earlier, text])
    }
    return [...shared].map(([other, count]) => count / Math.min(sequences.size, texts[other]?.size ?? 0))
  })
  return Math.max(...shares)
}

test('the cases that a judgment whose head is added cites or refers to are in the library', () => {
  const known = new Set(library.flatMap((one) => one.case_numbers.map(({ number }) => number)))
  const cited = briefJudgments.flatMap(({ text, related_cases = [] }) => [
    ...[...text.matchAll(/\[\[(.+?)\]\]/g)].map((match) => match[1]),
    ...related_cases.map(({ number }) => number),
  ])
  expect(cited.filter((number) => !known.has(number ?? ''))).toEqual([])
})

test('the status of a related case is one that the case has', () => {
  const statuses = new Map(library.flatMap((one) => one.case_numbers.map(({ number }) => [number, one.statuses])))
  const wrong = library.flatMap(({ related_cases }) =>
    related_cases.filter(({ number, status }) => !(statuses.get(number)?.includes(status) ?? true)),
  )
  expect(wrong).toEqual([])
})

test('each of the eight complete judgments has 500 to 1,500 words', () => {
  for (const [, judgment] of writtenJudgments) {
    const words = wordsOf(judgment.text).length
    expect(words, judgment.title).toBeGreaterThanOrEqual(500)
    expect(words, judgment.title).toBeLessThanOrEqual(1500)
  }
})

test('every Thaana letter of the demo library has exactly one vowel sign or sukun', () => {
  const texts = [
    ...judgments.map(({ text }) => text),
    ...phrases.map((phrase) => phrase.short_meaning + phrase.meaning),
  ]
  const doubled = texts.flatMap((text) => text.match(/[ހ-ޱ]*[ަ-ް]{2}[ހ-ޱ]*/gu) ?? [])
  expect(doubled).toEqual([])
})

test('the seed markup distinguishes case numbers, annotations and words of another language', () => {
  const [line] = linesOf(readMarkup('12. **word** [[2013/HC-A/80]] {a|noted en(Ltd)}[^f]'))
  expect(line?.attributes).toEqual({ paragraph: 12 })
  expect(line?.segments).toEqual([
    { text: 'word', attributes: { bold: true } },
    { text: ' ', attributes: {} },
    { text: '2013/HC-A/80', attributes: { case_number: '2013/HC-A/80' } },
    { text: ' ', attributes: {} },
    { text: 'noted ', attributes: { annotation: 'a' } },
    { text: 'Ltd', attributes: { annotation: 'a', lang: 'en' } },
    { embed: { footnote: 'f' }, attributes: {} },
  ])
})
