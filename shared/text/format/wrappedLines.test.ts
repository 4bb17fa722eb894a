import { expect, test } from 'vitest'
import { paragraphsOf } from './wrappedLines.ts'

test('the lines of a PDF are joined into paragraphs, which end short of the margin or before a number', () => {
  const pdf = [
    'މި މައްސަލައިގައި ދަޢުވާކުރާ ފަރާތުން އެދެފައިވަނީ އެއްބަސްވުމާ',
    'ޚިލާފުވެގެން ލިބުނު ގެއްލުމުގެ ބަދަލުގެ ގޮތުގައި ފައިސާ ހޯދައި',
    'ދިނުމަށެވެ.',
    '2. ދަޢުވާލިބޭ ފަރާތުން އެ ދަޢުވާއަށް އިންކާރުކޮށްފައި ވެއެވެ، އަދި',
    'އެކަމުގެ ހެކި ހުށަހަޅާފައިވެއެވެ.',
  ]
  expect(paragraphsOf(pdf.join('\r\n'))).toEqual([pdf.slice(0, 3).join(' '), pdf.slice(3).join(' ')])
})

const orders = [
  'ދަޢުވާލިބޭ ފަރާތުން ދަޢުވާކުރާ ފަރާތަށް 25،000 ރުފިޔާ ދެއްކުމަށް އަންގަމެވެ.',
  'ދަޢުވާލިބޭ ފަރާތުން އެ ފައިސާ 30 ދުވަސް ތެރޭގައި ދެއްކުމަށް އަންގަމެވެ.',
  'މި ޙުކުމް ތަންފީޛުކުރުމަށް ސިވިލް ކޯޓުން ފިޔަވަޅު އެޅުމަށް އަންގަމެވެ.',
]
const sentences = [
  'The court of first instance heard both parties on the same day.',
  'The respondent did not contest the amount that was claimed then.',
  'The appellant paid a half of the amount before the end of 2019.',
  'The court therefore orders the payment of the remaining amount.',
]

test.each([
  ['is short', 'ޙުކުމް\nނިންމުން\n\nއަމުރު'],
  ['has a line that no page is wide enough for', `${'ލަފުޒު '.repeat(60)}\nޙުކުމް\nނިންމުން`],
  ['has a sentence on each line', orders.join('\n')],
  ['has English sentences of one length on its lines', sentences.join('\r\n')],
])('a text that %s has a paragraph for each line', (_, text) => {
  expect(paragraphsOf(text)).toEqual(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )
})
