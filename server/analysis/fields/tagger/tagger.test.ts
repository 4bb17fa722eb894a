import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import { findFields } from '#server/analysis/fields/findFields.ts'
import { decode, tags } from './decode.ts'
import { decodeModel, encodeModel, loadModel, offsetsOf } from './model.ts'

const lists = { courts: [], judges: [], case_types: [], phrases: [] }
const fieldsOf = (text: string) => findFields([buildPage(1, text.split('\n'))], lists)

test('the side of a party in a table whose last column says the role is found without a rule, and is not sure', () => {
  const { respondant } = fieldsOf(`ދިވެހިރާއްޖޭގެ ހައި ކޯޓު
އިސްތިއުނާފު ޤަޟިއްޔާ 2019/HC-A/12
ނަން      ކާޑު ނަންބަރު      ދައުރު
އަޙްމަދު ރަޝީދު ޢަލީ      A012345      އިސްތިއުނާފުކުރާ
މޫސާ ޙަސަން ޝަރީފު      A012346      ރައްދުވާ
އިސްތިއުނާފު ނިމުނު ދުވަސް: 12 މާރިޗު 2020`)
  expect(respondant.map(({ value }) => value)).toEqual(['މޫސާ ޙަސަން ޝަރީފު'])
  expect(respondant[0]?.confidence).toBeLessThan(0.6)
})

test('judges under signatures that no rule reads are found', () => {
  const { judges } = fieldsOf(`ޓެކްސް އެޕީލް ޓްރައިބިއުނަލް
މައްސަލަ ނަންބަރު: TAT-CA-G/2019/012
އިސްތިއުނާފުކުރި ފަރާތް: އަޙްމަދު ޢަލީ
މި މައްސަލަ ނިންމީއެވެ.
މައްސަލަ ބެލި މެންބަރުން
ޚަލީލް އަމީން ޙުސްނީ          ނަޞްރުﷲ ރިޔާޟު ވާޞިލް
މެންބަރު          މެންބަރު`)
  expect(judges.map(({ value }) => value)).toEqual(['ޚަލީލް އަމީން ޙުސްނީ', 'ނަޞްރުﷲ ރިޔާޟު ވާޞިލް'])
})

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

test('a model has the same features and nearly the same weights after it is written and read', () => {
  const weights = {
    features: Array.from({ length: 2 * tags.length }, (_, at) => at / 10),
    transitions: new Float32Array(49).fill(0.5),
  }
  const { hashes, weights: read } = decodeModel(encodeModel({ hashes: Uint32Array.of(7, 9), weights }))
  expect(hashes).toEqual(Uint32Array.of(7, 9))
  expect(read.transitions).toEqual(weights.transitions)
  for (const [at, weight] of weights.features.entries()) expect(read.features[at]).toBeCloseTo(weight, 1)
})

test('features that the model does not have count for nothing', () => {
  const model = loadModel()
  const [first = 0] = model.hashes
  expect(offsetsOf(model, [first, first + 1])).toEqual([0])
})
