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

test.each([['ޙުކުމް\nނިންމުން\n\nއަމުރު'], [`${'ލަފުޒު '.repeat(60)}\nޙުކުމް\nނިންމުން`]])(
  'a text that was not wrapped has a paragraph for each line',
  (text) => {
    expect(paragraphsOf(text)).toEqual(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
  },
)
