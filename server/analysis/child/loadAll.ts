/**
 * Imported before a confined process starts without a file: loads every module that one may load, so that Node caches the
 * compiled code.
 */
import '#server/analysis/analyzeFile.ts'
import '#server/analysis/ocr/recognizer.ts'
import '#server/analysis/ocr/secondOpinion.ts'
import { sharedModel } from '#server/analysis/ocr/model.ts'
import { loadPdfjs } from '#server/analysis/pdf/worker.ts'

await Promise.all([loadPdfjs(), sharedModel()])
