import { limits } from '#shared/limits.ts'
import { isDoubtful } from '#shared/resources/analysisReview.ts'
import type { Line, Word } from '#server/analysis/types.ts'
import { calibrated } from './calibration.ts'
import type { Gray, PixelBox } from './gray.ts'

/** An engine that reads one line after another. */
export type SecondOpinion = { readLine: (picture: Gray, box: PixelBox) => Promise<string>; close: () => Promise<void> }

/** A line and its place in the picture. */
export type BoxedLine = { line: Line; box: PixelBox }

const { opinion_lines_per_page, opinion_lines, opinion_seconds } = limits.analysis

/**
 * The second opinion on the most doubtful lines of each page, up to a number and a time for the whole file: all lines would
 * take five times as long as the first reading.
 */
export class Opinions {
  readonly #open: (() => Promise<SecondOpinion>) | undefined
  #opened: SecondOpinion | undefined
  #lines = 0
  #spent_ms = 0

  constructor(open: (() => Promise<SecondOpinion>) | undefined) {
    this.#open = open
  }

  async ask(picture: Gray, lines: readonly BoxedLine[]): Promise<Line[]> {
    const doubtful = lines
      .filter(({ line }) => line.words.some(isDoubtful))
      .toSorted((one, other) => one.line.confidence - other.line.confidence)
      .slice(0, opinion_lines_per_page)
    const read = new Map<Line, Line>()
    for (const { line, box } of doubtful) {
      const opinion = await this.#readLine(picture, box)
      if (opinion !== undefined) read.set(line, withSecondOpinion(line, opinion))
    }
    return lines.map(({ line }) => read.get(line) ?? line)
  }

  async close() {
    await this.#opened?.close()
  }

  async #readLine(picture: Gray, box: PixelBox): Promise<string | undefined> {
    if (!this.#open || this.#lines >= opinion_lines || this.#spent_ms > opinion_seconds * 1000) return undefined
    const start = performance.now()
    this.#opened ??= await this.#open()
    const text = await this.#opened.readLine(picture, box)
    this.#lines += 1
    this.#spent_ms += performance.now() - start
    return text
  }
}

/** What the model of tesseract can write at all. */
const writable = /^[\u0780-\u07b0]+$/u
const cannotWrite = /[\u079b\u079c\u07a0\u07a1\u07a3\u07a5]/u

/**
 * Adds the reading of the second opinion to each word. Where both agree the word is nearly always right; where they differ
 * little follows, because tesseract is wrong far more often: a sure word stays as it is.
 */
function withSecondOpinion(line: Line, opinion: string): Line {
  const theirs = opinion.split(' ')
  const ours = line.words.map(({ start, end }) => line.text.slice(start, end))
  const pairs = align(ours, theirs)
  const words = line.words.map((word, i) => compared(word, ours[i] ?? '', pairs[i]))
  const product = words.reduce((all, { confidence }) => all * confidence, 1)
  return { ...line, words, confidence: calibrated('line', product) }
}

const agreeingFactor = 0.3
const differingFactor = 1.15
const opinionWeight = 0.8

function compared(word: Word, text: string, other: string | undefined): Word {
  if (other === undefined || !writable.test(text) || cannotWrite.test(text)) return word

  if (other !== text && !isDoubtful(word)) return word
  const doubt = (1 - word.confidence) * (other === text ? agreeingFactor : differingFactor)
  const confidence = Math.max(0, Math.min(1, 1 - doubt))
  const reading = {
    engine: 'tesseract' as const,
    text: other,
    confidence: other === text ? confidence : opinionWeight * (1 - confidence),
  }
  return { ...word, confidence, readings: [...word.readings.map((own) => ({ ...own, confidence })), reading] }
}

/** For each of our words the word of theirs at its place: equal words in the same order, and what lies alike between them. */
function align(ours: readonly string[], theirs: readonly string[]): (string | undefined)[] {
  const lengths = ours.map(() => new Uint16Array(theirs.length + 1)).concat(new Uint16Array(theirs.length + 1))
  for (let i = ours.length - 1; i >= 0; i--)
    for (let k = theirs.length - 1; k >= 0; k--) {
      const same = (lengths[i + 1]?.[k + 1] ?? 0) + 1
      const best = ours[i] === theirs[k] ? same : Math.max(lengths[i + 1]?.[k] ?? 0, lengths[i]?.[k + 1] ?? 0)
      lengths[i]?.set([best], k)
    }
  const pairs: (string | undefined)[] = ours.map(() => undefined)
  let [i, k, fromI, fromK] = [0, 0, 0, 0]
  const pairBetween = (toI: number, toK: number) => {
    if (toI - fromI === toK - fromK)
      for (let step = 0; step < toI - fromI; step++) pairs[fromI + step] = theirs[fromK + step]
  }
  while (i < ours.length && k < theirs.length) {
    if (ours[i] === theirs[k]) {
      pairBetween(i, k)
      pairs[i] = theirs[k]
      ;[i, k] = [i + 1, k + 1]
      ;[fromI, fromK] = [i, k]
    } else if ((lengths[i + 1]?.[k] ?? 0) >= (lengths[i]?.[k + 1] ?? 0)) i += 1
    else k += 1
  }
  pairBetween(ours.length, theirs.length)
  return pairs
}
