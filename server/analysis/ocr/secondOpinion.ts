import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import type { Line, Word } from '../types.ts'
import type { Gray, PixelBox } from './gray.ts'
import { linePicture } from './lineInput.ts'

/** Tesseract with its Dhivehi model, for one line after another. */
export type SecondOpinion = { readLine: (picture: Gray, box: PixelBox) => Promise<string>; close: () => Promise<void> }

/** Its memory grows with every line (tesseract.js#900), so the worker is renewed after about 50 pages. */
const LINES_PER_WORKER = 1500
const LINE_HEIGHT = 40
const BORDER = 20

/** @internal for the benchmark: a page would take five times as long. */
export async function openSecondOpinion(): Promise<SecondOpinion> {
  let worker = await startWorker()
  let lines = 0
  return {
    async readLine(picture, box) {
      const line = linePicture(picture, box, LINE_HEIGHT)
      if (!line) return ''

      if (++lines % LINES_PER_WORKER === 0) {
        await worker.terminate()
        worker = await startWorker()
      }
      const { data } = await worker.recognize(portableGrayMap(line), {}, { text: true })
      return repaired(data.text)
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** Reads its model from the package: nothing is fetched and nothing is written. */
export async function startWorker(mode = PSM.SINGLE_LINE): Promise<Worker> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/div')))
  const options = { langPath: join(folder, '4.0.0'), gzip: true, cacheMethod: 'none' }
  const worker = await createWorker('div', OEM.LSTM_ONLY, options)
  await worker.setParameters({ tessedit_pageseg_mode: mode, user_defined_dpi: '300' })
  return worker
}

/** A file that tesseract can open, with a white border. */
export function portableGrayMap({ width, height, data }: Gray): Buffer {
  const [wide, tall] = [width + 2 * BORDER, height + 2 * BORDER]
  const pixels = Buffer.alloc(wide * tall, 255)
  for (let y = 0; y < height; y++) pixels.set(data.subarray(y * width, (y + 1) * width), (y + BORDER) * wide + BORDER)
  return Buffer.concat([Buffer.from(`P5\n${wide} ${tall}\n255\n`), pixels])
}

/** Without Arabic vowel marks and invisible characters, and without spaces before a mark of Thaana. */
export const repaired = (text: string) =>
  text
    .replace(/[\u064b-\u0652\u200b-\u200f\u202a-\u202e]/gu, '')
    .replace(/\s+([\u07a6-\u07b0])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()

/** What the model of tesseract can write at all. */
const writable = /^[\u0780-\u07b0]+$/u
const cannotWrite = /[\u079b\u079c\u07a0\u07a1\u07a3\u07a5]/u

/**
 * Adds the reading of the second opinion to each word. Where both agree the word is nearly always right; where they differ
 * little follows, because tesseract is wrong far more often.
 */
export function withSecondOpinion(line: Line, opinion: string): Line {
  const theirs = opinion.split(' ')
  const ours = line.words.map(({ start, end }) => line.text.slice(start, end))
  const pairs = align(ours, theirs)
  const words = line.words.map((word, i) => compared(word, ours[i] ?? '', pairs[i]))
  return { ...line, words, confidence: words.reduce((product, { confidence }) => product * confidence, 1) }
}

const AGREEING = 0.3
const DIFFERING = 1.15
const OPINION = 0.8

function compared(word: Word, text: string, other: string | undefined): Word {
  if (other === undefined || !writable.test(text) || cannotWrite.test(text)) return word

  const doubt = (1 - word.confidence) * (other === text ? AGREEING : DIFFERING)
  const confidence = Math.max(0, Math.min(1, 1 - doubt))
  const reading = {
    engine: 'tesseract' as const,
    text: other,
    confidence: other === text ? confidence : OPINION * (1 - confidence),
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
