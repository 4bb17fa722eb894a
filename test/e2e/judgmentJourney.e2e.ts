import type { Delta } from '#shared/delta/delta.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { expect, type Page, staff, subscriber, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { choose, openList, rowsOf } from './listActions.ts'
import { isNightly } from '#test/isNightly.ts'
import { nightly } from './nightly.ts'
import { expectFocusIn } from './pageActions.ts'
import { cards, goToSearch } from './searchActions.ts'
import { typeJudgment, withoutKeys } from './typeJudgment.ts'

/** A judgment from the first key to paper, and two people in one text. */

const { form } = dv
const editor = (page: Page) => dialog(page).locator('[data-legal-editor] [contenteditable]').first()

async function buildCase(colleague: { save: (path: string, input: object) => Promise<{ id: number }> }, text?: string) {
  const number = `${Math.floor(Math.random() * 1e6) + 1000}/Cv-C/2024`
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    title: `ލިޔުން ${number}`,
    case_types: [1],
    case_numbers: [{ number }],
    ...(text !== undefined && { case_content: { content: [{ insert: text }], footnotes: [], annotations: [] } }),
  })
  return { id, number }
}

/** Opens the text of a case from the list of the screen. */
async function openText(page: Page) {
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, dv.list.edit)
  await dialog(page).getByRole('tab').last().focus()
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeVisible()
}

/** The text that is typed: a few lines, or by night a whole judgment of the demo library, with a word of its own and a doubtful last line. */
async function judgmentToType(word: string, query: (statement: string) => Promise<Record<string, unknown>[]>) {
  const [row] = isNightly
    ? await query(
        `select case_content from case_files join case_numbers on case_file_id = case_files.id where number = '1124/Cv-C/2021'`,
      )
    : []
  const { content, ...notes } = (row?.['case_content'] as Delta | undefined) ?? short
  // The last line has two vowel signs on a letter.
  return { ...notes, content: [{ insert: word }, { insert: '\n' }, ...content, { insert: 'މަާ' }, { insert: '\n' }] }
}

const short: Delta = {
  content: [
    { insert: 'މައްސަލައިގެ ޚުލާޞާ' },
    { insert: '\n', attributes: { header: 2 } },
    { insert: 'ދަޢުވާކުރާ ފަރާތުން ބުނެފައިވަނީ 45,000.00 ރުފިޔާ ދައްކަން ޖެހޭ ކަމަށެވެ. އެއީ ' },
    { insert: '1124/Cv-C/2021', attributes: { case_number: '1124/Cv-C/2021' } },
    { insert: ' އެވެ.' },
    { insert: '\n' },
  ],
  footnotes: [],
  annotations: [],
}

test(
  'a judgment is typed in Thaana by keyboard alone, published, found, read and printed',
  nightly,
  async ({ openPage, colleague, server }) => {
    // A whole judgment has thousands of keys.
    if (isNightly) test.setTimeout(900_000)
    const { id, number } = await buildCase(colleague)
    const page = await openList(openPage, 'caseFiles', { search: number })
    const { keyboard } = page
    await openText(page)
    const word = `ޒަމާނީޒޭ${Math.floor(Math.random() * 1e6)}`
    const judgment = await judgmentToType(word, server.query)
    await editor(page).focus()
    await typeJudgment(page, judgment)
    const pieces = judgment.content.flatMap(({ insert }) => (typeof insert === 'string' ? insert.split('\n') : []))

    // Back in the second step: the switch that publishes, and the question about what is missing.
    await dialog(page).getByRole('tab').nth(1).focus()
    await keyboard.press('Enter')
    const published = dialog(page).locator('[data-field=published]').getByRole('switch')
    await published.focus()
    await keyboard.press('Space')
    await expect(published).toBeChecked()
    await dialog(page).getByRole('button', { name: form.save, exact: true }).focus()
    await keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: form.publish.title })
    if (!isNightly) await expect(question).toContainText(form.textWarnings(1))
    await question.getByRole('button', { name: form.publish.leave }).focus()
    await keyboard.press('Enter')
    const isPublished = async () => (await colleague.call('caseFiles/find', { id })).data?.['published']
    await expect.poll(isPublished).toBe(true)
    const stored = (await colleague.call('caseFiles/find', { id })).data?.['case_content'] as Delta
    expect(withoutKeys(stored)).toEqual(withoutKeys(judgment))

    const reader = await openPage({ user: subscriber })
    await expect(async () => {
      await goToSearch(reader, { q: word })
      await expect(cards(reader)).toHaveCount(1, { timeout: 2000 })
    }).toPass()
    await cards(reader).first().getByRole('link', { name: dv.search.card.content }).press('Enter')
    const text = reader.getByRole('article', { name: dv.reader.label })
    for (const piece of pieces) await expect(text).toContainText(piece)
    await reader.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    for (const piece of pieces) await expect(reader.locator('[data-printed-page]')).toContainText(piece)
    await reader.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  },
)

test(
  'two people type in one text: each sees the line of the other, and both paragraphs are stored',
  nightly,
  async ({ openPage, colleague }) => {
    const { id, number } = await buildCase(colleague, 'އެއް\nދެ\nތިން\n')
    const [one, other] = await Promise.all(
      [staff, 'registrar@hukum.test'].map((user) => openList(openPage, 'caseFiles', { search: number }, { user })),
    )
    if (!one || !other) throw new Error('There are not two pages.')
    await openText(one)
    await openText(other)
    await editor(one).focus()
    await one.keyboard.press('Control+Home')
    await one.keyboard.type('aa ')
    await expect(editor(other).locator('p').first()).toHaveAttribute('data-others', /./)
    await editor(other).focus()
    await other.keyboard.press('Control+End')
    await other.keyboard.type(' bb')
    await one.keyboard.press('Control+s')
    const stored = async () => JSON.stringify((await colleague.call('caseFiles/find', { id })).data?.['case_content'])
    await expect.poll(stored).toContain('aa ')
    await other.keyboard.press('Control+s')
    await expect(editor(other)).toContainText('aa ')
    await expectFocusIn(dialog(other))
    // The form has scrolled to what it asks, above the text.
    await expect(dialog(other).getByText(form.conflict.title)).toBeInViewport()
    await dialog(other).getByRole('button', { name: form.conflict.saveAgain }).click()
    await expect.poll(stored).toMatch(/aa .* bb/)
  },
)
