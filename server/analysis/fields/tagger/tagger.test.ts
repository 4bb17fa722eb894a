import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import { readJudgment } from '#server/analysis/fields/document.ts'
import type { Evident } from '#server/analysis/fields/evident.ts'
import { readFields } from '#server/analysis/fields/readFields.ts'
import { textOf } from '#server/analysis/fields/textLines.ts'
import { decode, tags } from './decode.ts'
import { loadModel, offsetsOf } from './model.ts'
import { tagNames } from './tagNames.ts'

const lists = { courts: [], judges: [], case_types: [], phrases: [] }
const pagesOf = (text: string) => [buildPage(1, text.split('\n'))]

test('the tagger sees the parties in a sentence', () => {
  const { claimant, respondant } = tagNames(
    readJudgment(
      pagesOf(`ސިވިލް ކޯޓް
ހުކުމުގެ ޝީޓް
މި ކޯޓުގެ ނަމްބަރު 12/Cv-C/2019 ގަޒިއްޔާއަކީ އަޙްމަދު ރަޝީދު ޢަލީ (ގ. ރަންވިލާ، މާލެ) ގެ ފަރާތުން މޫސާ ޙަސަން ޝަރީފު (ހ. ފިނިވިލާ، މާލެ) އަށް ދިން ލާރި އަނބުރާ ހޯދުމަށް ކުރި ދައުވާއެއްގެ ގަޒިއްޔާއެކެވެ.
ދެ ފަރާތުގެ ވާހަކަ އަޑުއެހުމަށްފަހު ބަލައި ނިންމީއެވެ.`),
    ),
  )
  expect([claimant, respondant].map((names) => names.map(textOf))).toEqual([['އަޙްމަދު ރަޝީދު ޢަލީ'], ['މޫސާ ޙަސަން ޝަރީފު']])
})

test('judges whose signatures no rule reads are those that the tagger sees', () => {
  const { judges } = readFields(
    pagesOf(`ޓެކްސް އެޕީލް ޓްރައިބިއުނަލް، މާލެ
މައްސަލަ ނަންބަރު  2019/TAT-CA-G/12
ދެ ފަރާތުގެ ވާހަކަ އަޑުއެހުމަށްފަހު ބަލައި ނިންމީއެވެ.
ނިންމީ 12 މާރިޗު 2020 ގައެވެ.
1. ޚަލީލް އަމީން ޙުސްނީ ......................
2. ނަޞްރުﷲ ރިޔާޟު ވާޞިލް ......................`),
    lists,
  )
  expect(learned(judges)).toEqual(['ޚަލީލް އަމީން ޙުސްނީ', 'ނަޞްރުﷲ ރިޔާޟު ވާޞިލް'])
})

const learned = (values: readonly Evident[]) =>
  values.filter(({ evidence }) => evidence === 'learned').map(({ value }) => value)

const weightsOf = (features: Partial<Record<(typeof tags)[number], number>>[]) => ({
  features: features.flatMap((of) => tags.map((tag) => of[tag] ?? 0)),
  transitions: new Float32Array(tags.length ** 2),
})

test('a further word of a name follows a word of a name of the same role alone', () => {
  const weights = weightsOf([
    { 'claimant+': 2, respondant: 1 },
    { 'respondant+': 2, claimant: 1 },
  ])
  const [first, further] = [[0], [tags.length]]
  const tagsOf = (offsets: number[][]) => decode(offsets, weights).map((tag) => tags[tag])
  expect(tagsOf([first])).toEqual(['respondant'])
  expect(tagsOf([first, further])).toEqual(['respondant', 'respondant+'])
  expect(tagsOf([further, first])).toEqual(['claimant', 'claimant+'])
})

test('features that the model does not have count for nothing', () => {
  const model = loadModel()
  const [first = 0] = model.hashes
  expect(offsetsOf(model, [first, first + 1])).toEqual([0])
})
