import { openRenderer } from '#server/analysis/ocr/render.ts'
import { encodePng } from './encodePng.ts'

/**
 * The process that draws one page: the PDF on its standard input, the picture on its standard output. Arguments: the number
 * of the page, and its resolution in dots per inch. A file that cannot be drawn ends it with status 1.
 */
const [page, dpi] = process.argv.slice(2).map(Number)
const chunks: Buffer[] = []
for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk)
const renderer = await openRenderer(Buffer.concat(chunks))
const raster = await renderer.renderColor(page ?? 1, dpi ?? 72)
process.stdout.write(encodePng(raster))
