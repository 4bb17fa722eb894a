import type { TextAttributes } from '#shared/delta/delta.ts'
import { expect, type Page, staff, test } from './fixtures.ts'
import { openText } from './legalEditorActions.ts'
import { paintedOrder, selectedText } from './unisolatedNumbers.ts'
import { nightly } from './nightly.ts'

/** Latin phrases with numbers, such as Act No. 5/2010, inside Dhivehi. */

const line = (...inserts: readonly (string | { insert: string; attributes: TextAttributes })[]) => [
  ...inserts.map((insert) => (typeof insert === 'string' ? { insert } : insert)),
  { insert: '\n' },
]

test('a number after Latin words is painted with them inside Dhivehi, where a judgment is edited and read', async ({
  openPage,
  colleague,
}) => {
  const lines = [
    ['ޤާނޫނު (Act No. 5/2010) ގެ ދަށުން', 'Act No. 5/2010'],
    ['މައްސަލަ Case 2013/HC-A/80 ގައި', 'Case 2013/HC-A/80'],
    ['ޤާނޫނު Law 6/2011 ގެ', 'Law 6/2011'],
    ['މާއްދާ Section 12 ގެ', 'Section 12'],
    ['ނަންބަރު State ގެ 7/2012, 8/2013 އަދި', '8/2013, 7/2012 State'],
  ] as const
  const content = [
    ...line(lines[0][0]),
    ...line('މައްސަލަ Case ', { insert: '2013/HC-A/80', attributes: { case_number: '2013/HC-A/80' } }, ' ގައި'),
    ...line('ޤާނޫނު ', { insert: 'Law', attributes: { bold: true } }, ' 6/2011 ގެ'),
    ...line(lines[3][0]),
    ...line(lines[4][0]),
  ]
  const expectOrder = async (page: Page, lineAt: (index: number) => string) => {
    for (const [index, [written, painted]] of lines.entries()) {
      const order = await paintedOrder(page, lineAt(index + 1), painted)
      expect(order.replaceAll(' ', ''), written).toBe(painted.replaceAll(' ', ''))
    }
  }
  const { page, id } = await openText(openPage, colleague, { content, footnotes: [], annotations: [] })
  await expectOrder(page, (index) => `[data-legal-editor] [contenteditable] p:nth-of-type(${index})`)

  const reference = String((await colleague.call('caseFiles/reference', { id }))['Reference'])
  await page.goto(`/case?ref=${reference}&tab=text`)
  await expect(page.locator('[data-judgment] p')).toHaveCount(lines.length)
  await expectOrder(page, (index) => `[data-judgment] p:nth-of-type(${index})`)
  const copy = await page.evaluate(selectedText, '[data-judgment]')
  expect(copy.split(/\n+/).filter(Boolean)).toEqual(lines.map(([written]) => written))
})

test(
  'a number after Latin words in a title is painted with them inside Dhivehi',
  nightly,
  async ({ openPage, server }) => {
    const [made] = await server.query(
      `insert into case_files (court_id, title, published) values (1, 'މައްސަލަ State v. Ali 5/2019 ގެ', true) returning reference`,
    )
    const page = await openPage({ user: staff, path: `/case?ref=${String(made?.['reference'])}&tab=details` })
    await expect(page.locator('[role="tabpanel"] h2').first()).toContainText('State v. Ali 5/2019')
    expect((await paintedOrder(page, '[role="tabpanel"] h2', 'State v. Ali 5/2019')).replaceAll(' ', '')).toBe(
      'Statev.Ali5/2019',
    )
    await expect(page).toHaveTitle(/State v\. Ali \u202a5\/2019\u202c/)
  },
)
