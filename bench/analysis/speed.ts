import { readPages as readWithPictures } from '#server/analysis/readPages.ts'
import { readPages as readTextLayers } from './engines.ts'
import { readFixtures } from './fixtures.ts'

/**
 * Reads all fixtures: in a process that has just started, when its code is compiled, and as the product does, which
 * compares ten lines of each file with its picture.
 */
const fixtures = readFixtures()
const options = { letters: new Map<string, string>(), ocr: false, onPage: () => undefined }
const rounds: [name: string, count: (bytes: Uint8Array) => Promise<number>][] = [
  ['text layers, just started', async (bytes) => (await readTextLayers(bytes)).length],
  ['text layers, warm', async (bytes) => (await readTextLayers(bytes)).length],
  ['with their pictures', async (bytes) => (await readWithPictures(bytes, options)).pages.length],
]
for (const [name, count] of rounds) {
  let pages = 0
  const start = process.cpuUsage()
  for (const { bytes } of fixtures) pages += await count(bytes)
  const { user, system } = process.cpuUsage(start)
  const seconds = (user + system) / 1e6
  const rate = (pages / seconds).toFixed(1)
  console.log(`${name}: ${pages} pages in ${seconds.toFixed(1)} s of processor time, ${rate} a second`)
}
