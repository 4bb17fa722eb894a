import { readPages as readWithPictures } from '#server/analysis/readPages.ts'
import { openEngines, readPages as readTextLayers } from './engines.ts'
import { readFixtures } from './fixtures.ts'

/**
 * Reads all fixtures: in a process that has just started, when its code is compiled, as the product does, which compares ten
 * lines of each file with its picture, and by each peer of this process. Prints pages for each second of processor time as JSON.
 */
const fixtures = readFixtures()
const options = { letters: new Map<string, string>(), ocr: false, onPage: () => undefined }
type Count = (bytes: Uint8Array) => Promise<number>
const countTextLayers: Count = async (bytes) => (await readTextLayers(bytes)).length
const speeds: Record<string, number> = {}
await measure('text layers, just started', countTextLayers)
await measure('text layers, warm', countTextLayers)
await measure('with their pictures', async (bytes) => (await readWithPictures(bytes, options)).pages.length)

const pagesOf = new Map<Uint8Array, number>()
for (const { bytes } of fixtures) pagesOf.set(bytes, await countTextLayers(bytes))
for (const { name, readText } of await openEngines()) {
  // Only the processor time of this process is measured.
  if (name === 'ours' || name === 'pdftotext') continue
  const countAfterReading: Count = async (bytes) => {
    await readText(bytes).catch(() => '')
    return pagesOf.get(bytes) ?? 0
  }
  // The second time counts.
  for (const _ of ['cold', 'warm']) await measure(`peer ${name}`, countAfterReading)
}
process.stdout.write(JSON.stringify(speeds))

async function measure(name: string, count: Count) {
  let pages = 0
  const start = process.cpuUsage()
  for (const { bytes } of fixtures) pages += await count(bytes)
  const { user, system } = process.cpuUsage(start)
  speeds[name] = pages / ((user + system) / 1e6)
}
