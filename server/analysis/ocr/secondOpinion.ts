import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import type { Gray } from './gray.ts'
import { linePicture } from './lineInput.ts'
import type { SecondOpinion } from './opinions.ts'

/** Its memory grows with every line (tesseract.js#900), so the worker is renewed after about 50 pages. */
const linesPerWorker = 1500
const lineHeight = 40
const whiteBorder = 20

/** Tesseract with its Dhivehi model, for one doubtful line after another; pages are read by `recognizer.ts`. */
export async function openSecondOpinion(): Promise<SecondOpinion> {
  let worker = await startWorker()
  let lines = 0
  return {
    async readLine(picture, box) {
      const line = linePicture(picture, box, lineHeight)
      if (!line) return ''

      if (++lines % linesPerWorker === 0) {
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
  const [wide, tall] = [width + 2 * whiteBorder, height + 2 * whiteBorder]
  const pixels = Buffer.alloc(wide * tall, 255)
  for (let y = 0; y < height; y++)
    pixels.set(data.subarray(y * width, (y + 1) * width), (y + whiteBorder) * wide + whiteBorder)
  return Buffer.concat([Buffer.from(`P5\n${wide} ${tall}\n255\n`), pixels])
}

/** Without Arabic vowel marks and invisible characters, and without spaces before a mark of Thaana. */
export const repaired = (text: string) =>
  text
    .replace(/[\u064b-\u0652\u200b-\u200f\u202a-\u202e]/gu, '')
    .replace(/\s+([\u07a6-\u07b0])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
