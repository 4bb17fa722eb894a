import { expect, test } from 'vitest'
import { lineText, linesOf } from '#shared/delta/delta.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { detectCaseNumbers } from '#shared/text/caseNumbers/detect.ts'
import { phrases } from '#db/seed/content.ts'
import { buildLibrary } from '#db/seed/library.ts'
import { pages } from '#db/seed/pages/pages.ts'
import { writtenForms } from './caseNumberForms.ts'
import { passageBanks } from '#test/fixtures/composed/passageBanks.ts'
import { runs } from './nightly.ts'

/**
 * Texts and forms by other authors than the detector's. The labels were written by hand; in the passages, their author left
 * a slot where a number stands.
 */
type Labeled = { text: string; keys: string[] }

/** The numbers in each of the first judgments of the demo library, in its text and its notes. */
const numbersOfJudgments = [
  ['1124/Cv-C/2021', '2013/HC-A/80', '877/Cv-C/2019'],
  ['1402/Cv-C/2012', '1402/Cv-C/2012', '1402/Cv-C/2012', '2013/HC-A/80'],
  ['1124/Cr-C/2019', '1124/Cr-C/2019', '1125/Cr-C/2019', '1125/Cr-C/2019', '2020/HC-A/212'],
  ['1124/Cr-C/2019', '1124/Cr-C/2019', '1124/Cr-C/2019', '2019/SC-A/32', '2020/HC-A/212'],
  ['655/Fm-C/2022'],
  ['1462/Cv-C/2015', '2013/HC-A/80', '2017/HC-A/145', '2019/SC-A/32'],
  ['2013/HC-A/80', '877/Cv-C/2019'],
  ['2013/HC-A/80', '58/B12C/2018'],
]

/** As they stand in published judgments, announcements of courts and notes of law firms. */
const published = [
  ...['2013/HC-A/80', '2010/HC-A/72', '2017/HC-A/108', '3916-CVC-2024', '2019/SC-L/89', '04/SJ-SC/2017'],
  ...['707/Cv-C/2017', '01/J-L-SC/2017', '01/J-SC/2017', '01/L-J-SC/2017', '2020/HC-A/104', '2011/SC-SJ/04'],
  ...['TAT-CA-G/2017/003', 'TAT-CA-G/2013/001', 'TAT-CA-G/2016/006', '227/Cv-C-HD/2020', '3928/Cv-C/2021'],
  ...['4853-CVC-2025', '2020/HC-A/13', '2023/SC-A/03', '80/HC-A/2013', '2012/Cv-C/929', '89/SC-C/2017'],
]

/** Numbers of other kinds from the same pages, and from the passages. */
const otherNumbers = [
  ...['A235718', '3325029', '309/2009-C', 'C-123/2003', 'ޤާނޫނު ނަންބަރު 2010/22', 'ޤާނޫނު ނަންބަރު 4/91', '2/99'],
  ...['ގަވާއިދު ނަންބަރު 8-އާރު/2022', '158-އާރު/2021', '95-B2/CHT/2020/4009', '14/11/2020', '2016-09-16', '03-34'],
  ...['ޤާނޫނު ނަންބަރު 10/2005', '2008 ވަނަ އަހަރުގެ ޤާނޫނު ނަންބަރު 2', '28,600.00', '145 ވަނަ މާއްދާގެ (ށ)', '20212'],
]

const slot = '[[{number}]]'
const passages = passageBanks.flatMap(stringsOf)
const frames = passages.filter((text) => text.split(slot).length === 2)
const others = [...passages, ...phrases.flatMap(stringsOf)].filter((text) => !text.includes('{number}'))

const sets: Record<string, Labeled[]> = {
  'judgments of the demo library': buildLibrary()
    .slice(0, numbersOfJudgments.length)
    .map(({ case_content }, index) => ({
      text: [
        ...linesOf(case_content.content).map(lineText),
        ...[...case_content.footnotes, ...case_content.annotations].map(({ content }) => content),
      ].join('\n'),
      keys: keysOf(numbersOfJudgments[index] ?? []),
    })),
  'passages, phrases and pages without numbers of cases': [
    ...others.map((text) => ({ text, keys: [] })),
    ...pages.map(({ page_content }) => ({
      text: page_content,
      keys: page_content.includes('2013/HC-A/80') ? ['hca/2013/80'] : [],
    })),
  ],
  'published numbers in passages': inFrames(published.map((number) => [number, keysOf([number])])),
  'other numbers in passages': inFrames(otherNumbers.map((number) => [number, []])),
  'written forms in passages': inFrames(
    writtenForms.map(({ written, key }) => [written, [key]]),
    30,
  ),
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

function keysOf(numbers: readonly string[]) {
  return numbers.flatMap((number) => caseNumberKey(number) ?? [])
}

/** Each number in every frame, or in one of `sparse` frames in the short run. */
function inFrames(numbers: [written: string, keys: string[]][], sparse = 1): Labeled[] {
  return numbers.flatMap(([written, keys], at) =>
    frames
      .filter((_, index) => (index + at) % runs(sparse, 1) === 0)
      .map((frame) => ({ text: frame.replace(slot, written), keys })),
  )
}

function countDetected(texts: readonly Labeled[]) {
  const counts = { labeled: 0, detected: 0, correct: 0 }
  const wrong: unknown[] = []
  for (const { text, keys } of texts) {
    const detected = detectCaseNumbers(text)
    const missing = [...keys]
    for (const { key, start, end } of detected) {
      const at = missing.indexOf(key)
      if (at === -1) wrong.push([text.slice(start, end), key])
      else missing.splice(at, 1)
    }
    if (missing.length > 0) wrong.push(['not detected', ...missing, text.slice(0, 80)])
    counts.labeled += keys.length
    counts.detected += detected.length
    counts.correct += keys.length - missing.length
  }
  return { ...counts, wrong: JSON.stringify([counts, ...wrong.slice(0, 20)]) }
}

test.each(Object.entries(sets))(
  'case numbers in texts of other authors are detected with a precision of 98 % and a recall of 95 %: %s',
  (_name, texts) => {
    const { labeled, detected, correct, wrong } = countDetected(texts)
    expect(correct, wrong).toBeGreaterThanOrEqual(detected * 0.98)
    expect(correct, wrong).toBeGreaterThanOrEqual(labeled * 0.95)
  },
)

test('more than a thousand case numbers are labeled in texts of other authors', () => {
  expect(countDetected(Object.values(sets).flat()).labeled).toBeGreaterThan(1000)
})
