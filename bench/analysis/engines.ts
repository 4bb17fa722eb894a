import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from '#server/analysis/pdf/openPdf.ts'
import { finishPages, textOfPages } from '#server/analysis/layout/finishPages.ts'
import type { Page } from '#server/analysis/types.ts'

/** Ours and its peers: each reads the text of a file, page after page, as it gives it. */
export type Engine = { name: string; readText: (bytes: Uint8Array) => Promise<string> }

export async function openEngines(): Promise<Engine[]> {
  const pdfium = await openPdfium()
  const peers = [
    { name: 'pdf.js', readText: readWithPdfjs },
    { name: 'PDFium', readText: (bytes: Uint8Array) => Promise.resolve(pdfium(bytes)) },
  ]
  const poppler = hasPdftotext() ? [{ name: 'pdftotext', readText: readWithPdftotext }] : []
  return [{ name: 'ours', readText: async (bytes) => textOfPages(await readPages(bytes)) }, ...peers, ...poppler]
}

export async function readPages(bytes: Uint8Array): Promise<Page[]> {
  const pdf = await openPdf(bytes)
  try {
    const pages: Page[] = []
    for (let number = 1; number <= pdf.pageCount; number += 1) pages.push(await pdf.readPage(number))
    return finishPages(pages)
  } finally {
    await pdf.close()
  }
}

const standardFonts = fileURLToPath(
  new URL('../../standard_fonts/', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')),
)

async function readWithPdfjs(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, standardFontDataUrl: standardFonts })
  const document = await task.promise
  const parts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    for (const item of items) if ('str' in item) parts.push(item.str, item.hasEOL ? '\n' : '')
    parts.push('\n')
  }
  await task.destroy()
  return parts.join('')
}

/** With -: to standard output. */
const readWithPdftotext = (bytes: Uint8Array) =>
  Promise.resolve(
    execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] }),
  )

function hasPdftotext(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function openPdfium() {
  const module = await init({ wasmBinary: toArrayBuffer(readFileSync(wasmPath)) })
  module.PDFiumExt_Init()
  const { malloc, free } = module.pdfium.wasmExports
  const heap = () => {
    const bytes: unknown = Reflect.get(module.pdfium, 'HEAPU8')
    return bytes instanceof Uint8Array ? bytes : new Uint8Array()
  }
  return (bytes: Uint8Array): string => {
    const data = malloc(bytes.length)
    heap().set(bytes, data)
    const document = module.FPDF_LoadMemDocument(data, bytes.length, '')
    const pages = Array.from({ length: module.FPDF_GetPageCount(document) }, (_, index) => {
      const page = module.FPDF_LoadPage(document, index)
      const text = module.FPDFText_LoadPage(page)
      const length = module.FPDFText_CountChars(text)
      const buffer = malloc((length + 1) * 2)
      module.FPDFText_GetText(text, 0, length, buffer)
      const read = Buffer.from(heap().slice(buffer, buffer + length * 2)).toString('utf16le')
      free(buffer)
      module.FPDFText_ClosePage(text)
      module.FPDF_ClosePage(page)
      return read
    })
    module.FPDF_CloseDocument(document)
    free(data)
    return pages.join('\n')
  }
}

const wasmPath = fileURLToPath(new URL('pdfium.wasm', import.meta.resolve('@embedpdf/pdfium')))

const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer
