/**
 * Imported before a confined process starts without a file: loads every module that one may load, so that Node caches the
 * compiled code.
 */
import '../analyzeFile.ts'
import '../ocr/recognizer.ts'
import '../ocr/secondOpinion.ts'
import { sharedModel } from '../ocr/model.ts'
import { loadPdfjs } from '../pdf/worker.ts'

await Promise.all([loadPdfjs(), sharedModel()])
