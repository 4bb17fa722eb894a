import { expect, test } from 'vitest'
import { isCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { citedNumbers } from './citedNumbers.ts'

const text = (...content: { insert: string; attributes?: { case_number: string } }[]) => ({
  content,
  footnotes: [],
  annotations: [],
})

test('a text cites its markers and the numbers that are written in it, each once and in their order', () => {
  const cited = citedNumbers(
    text(
      { insert: 'އެހެންކަމުން 2013/HC-A/80 ޤަޟިއްޔާގައި ބުނެފައިވާ ގޮތަށް ' },
      { insert: 'އެ ޤަޟިއްޔާ', attributes: { case_number: '12/SC-A/2015' } },
      { insert: ' އަދި 80/HC-A/2013 އަދި 877/Cv-C/2019 ގައި\n' },
    ),
    [],
    isCourtCode,
  )
  expect(cited).toEqual(['2013/HC-A/80', '12/SC-A/2015', '877/Cv-C/2019'])
})

test('a text does not cite the numbers of its own case, however they are written', () => {
  const own = text({ insert: '877/Cv-C/2019 ' }, { insert: '2020/HC-A/5', attributes: { case_number: '2020/HC-A/5' } })
  expect(citedNumbers(own, ['2019/Cv-C/877', '5/HC-A/2020'], isCourtCode)).toEqual([])
})
