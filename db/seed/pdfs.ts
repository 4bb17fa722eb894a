import { fileURLToPath } from 'node:url'
import { courts } from './lists.ts'

/** The PDFs of the demo library: each is the judgment of one state of an analysis. `test/fixtures/demoPdfs/make.ts` prints them. */
export const demoPdfs = [
  { state: 'pending', name: '2019-SC-A-399.pdf' },
  { state: 'queued', name: '2019-SC-A-414.pdf' },
  // Printed as pictures.
  { state: 'scanned', name: '2025-SC-A-429.pdf' },
  { state: 'cancelled', name: '2019-SC-A-444.pdf' },
  // A case file of the library.
  { state: 'finalized', name: '2018-SC-A-714.pdf' },
] as const

/** They are judgments of the court that lists begin with. */
export const demoCourt = courts[0]

export const numberOfPdf = (name: string) => name.replace('.pdf', '').replace(/^(\d+)-(.+)-(\d+)$/, '$1/$2/$3')

export const pathOfPdf = (name: string) => fileURLToPath(new URL(`pdfs/${name}`, import.meta.url))
