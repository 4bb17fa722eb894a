import type { Delta, Op } from '#shared/delta/delta.ts'

/** How many paragraphs the text has. */
export const paragraphs = 1500

const words = 'މިގޮތުން ކުލީގެ ބާކީ އެއްބަސްވުމުގެ ގޮތުން ދައްކަންޖެހޭ ފައިސާ ދަޢުވާލިބޭ ފަރާތުން ދައްކާފައި ނުވާކަން ކޯޓަށް ޘާބިތުވެއެވެ'.split(' ')

/** A judgment: numbered paragraphs, headings, a footnote, an annotation and a case number in every tenth. */
export function longText(): Delta {
  const content: Op[] = []
  const footnotes: Delta['footnotes'] = []
  const annotations: Delta['annotations'] = []
  for (let number = 1; number <= paragraphs; number += 1) {
    const sentence = Array.from(
      { length: 40 },
      (_, index) => words[(number * 7 + index * 3) % words.length] ?? '',
    ).join(' ')
    content.push({ insert: sentence })
    if (number % 10 === 0) {
      const key = String(number)
      footnotes.push({ key, content: sentence.slice(0, 120) })
      annotations.push({ key, type: 'general', title: 'ސުރުޚީ', category: 'usul', content: sentence.slice(0, 200) })
      content.push({ insert: { footnote: key } })
      content.push({ insert: ' 2013/HC-A/80', attributes: { case_number: '2013/HC-A/80' } })
      content.push({ insert: ` ${sentence.slice(0, 60)}`, attributes: { annotation: key } })
    }
    content.push({ insert: '\n', attributes: number % 50 === 1 ? { header: 1 } : { paragraph: number } })
  }
  return { content, footnotes, annotations }
}
