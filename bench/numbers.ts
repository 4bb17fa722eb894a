import { parseArgs } from 'node:util'
import { detectCaseNumbers } from '#shared/text/caseNumbers/detect.ts'
import { measureDetection, readPassages } from '#bench/caseNumbers/passages.ts'

/**
 * Precision and recall of the detection of case numbers over the frozen passages of bench/caseNumbers, next to a regular
 * expression for the usual form. `--list` prints what is missed and wrong in the half for tuning.
 */
const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })

const usualForm = /\d{1,5}\/[A-Za-z\d]{2,4}(?:-[A-Za-z\d]{1,3})?\/\d{2,5}/g
const detectors = {
  Hukum: detectCaseNumbers,
  'regular expression': (text: string) =>
    [...text.matchAll(usualForm)].map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
for (const half of ['tuning', 'unseen'] as const) {
  const passages = readPassages(half)
  const count = (wanted: string) =>
    passages.flatMap(({ places }) => places).filter(({ kind }) => kind === wanted).length
  console.log(`${half}: ${passages.length} passages, ${count('number')} numbers, ${count('lookAlike')} look-alikes`)
  for (const [name, detect] of Object.entries(detectors)) {
    const { precision, recall, missed, wrong } = measureDetection(passages, detect)
    console.log(`  ${name.padEnd(20)} precision ${percent(precision)}, recall ${percent(recall)}`)
    if (values.list && half === 'tuning' && name === 'Hukum') console.log({ missed, wrong })
  }
}
