import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { countCharacters } from '#web/library/reader/copying.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { expect, type Page, subscriber, test } from './fixtures.ts'
import { clipboardText } from './inputMethods.ts'
import { buildCase, openText, selectStart } from './readerActions.ts'
import { caseNumber as citedNumber } from './searchActions.ts'
import { unisolatedNumbers } from './unisolatedNumbers.ts'
import { nightly } from './nightly.ts'

/** Copying from the reader. */

const { reader: words } = dv
const tools = readerStrings.dv
/** A demo case with annotations, footnotes and a cited case. */
const number = '1124/Cv-C/2021'

const paper = (page: Page) => page.getByRole('article', { name: words.label })

/** Selects from one numbered paragraph to another, or the first 60 characters of one. */
const select = (page: Page, from: number, to: number) =>
  page.evaluate(
    ([first, last]) => {
      const paragraphs = document.querySelectorAll('article p[data-paragraph]')
      // The longest text between the case numbers and the notes of a paragraph.
      const textOf = (paragraph: Element | undefined) =>
        [...(paragraph?.childNodes ?? [])]
          .filter((node) => node instanceof Text)
          .toSorted((one, other) => other.length - one.length)[0]
      const [start, end] = [textOf(paragraphs[first ?? 0]), textOf(paragraphs[last ?? 0])]
      if (!start || !end) throw new Error('There is no such paragraph.')
      const { length } = end
      const range = document.createRange()
      range.setStart(start, 0)
      range.setEnd(end, first === last ? Math.min(60, length) : length)
      document.getSelection()?.removeAllRanges()
      document.getSelection()?.addRange(range)
    },
    [from, to],
  )

test('a user with the permission to copy copies up to 500 characters with their source', async ({
  openPage,
  server,
  colleague,
}) => {
  const [row] = await server.query(
    `select reference from case_files join case_numbers on case_file_id = case_files.id where number = $1`,
    [number],
  )
  await colleague.save('caseFiles/create', {
    court: 1,
    case_types: [1],
    title: 'ލިޔުން 4032/Cv-C/1987',
    case_numbers: [{ number: '4032/Cv-C/1987' }],
    case_content: {
      content: [{ insert: number, attributes: { case_number: number } }, { insert: '\n' }],
      footnotes: [],
      annotations: [],
    },
    published: true,
  })
  const page = await openPage({
    user: subscriber,
    isolated: true,
    path: `/case?ref=${String(row?.['reference'])}&tab=text`,
  })
  await expect(paper(page)).toBeVisible()
  await page.context().grantPermissions(['clipboard-write'])

  await test.step('copying asks the server for permission, then copies the text and its source', async () => {
    await select(page, 1, 1)
    const request = page.waitForRequest('**/api/g/copy')
    const menu = page.getByRole('menu', { name: tools.selection })
    await expect(menu.getByText('/ 500')).toBeVisible()
    await menu.getByRole('menuitem', { name: words.copyKinds.citation }).click()
    const { Letters } = (await request).postDataJSON() as { Letters: number }
    expect(Letters).toBeGreaterThan(50)
    await expect(page.getByText(words.copied)).toBeVisible()
    const copied = await clipboardText(page)
    expect(copied).toContain(number)
    const paragraph = await paper(page).locator('p[data-paragraph]').nth(1).getAttribute('data-paragraph')
    expect(copied).toMatch(new RegExp(`${tools.paragraph(String(paragraph))}$`))
    expect(countCharacters(copied.split('\n\n')[0] ?? '')).toBe(Letters)
  })

  await test.step('copying more than 500 characters is refused', async () => {
    await select(page, 0, 3)
    await page.keyboard.press('Control+c')
    await expect(page.getByText(words.tooLong(500))).toBeVisible()
  })

  await test.step('a selection of the text cannot be dragged into another program', async () => {
    const isAllowed = await paper(page).evaluate((element) =>
      element.dispatchEvent(new Event('dragstart', { bubbles: true, cancelable: true })),
    )
    expect(isAllowed).toBe(false)
  })

  await test.step('copying from an open footnote and from an annotation in the margin is counted', async () => {
    await page.evaluate(() => document.getSelection()?.removeAllRanges())
    await paper(page)
      .getByRole('button', { name: words.footnote(1), exact: true })
      .click()
    for (const note of [page.getByRole('dialog', { name: words.footnote(1) }), page.getByRole('note').first()]) {
      await note.evaluate((element) => document.getSelection()?.selectAllChildren(element))
      const counted = page.waitForRequest('**/api/g/copy')
      await page.keyboard.press('Control+c')
      await counted
    }
  })

  await test.step('the previews of a copy and the titles of citing cases keep the order of case numbers', async () => {
    await expect(page.locator('a[title*="4032/Cv-C/1987"]')).toHaveCount(1)
    const cited = paper(page).locator('p', { hasText: citedNumber }).first()
    await cited.evaluate((paragraph) => document.getSelection()?.selectAllChildren(paragraph))
    const preview = page.getByRole('menuitem', { name: words.copyKinds.text })
    await expect(preview).toContainText(citedNumber)
    expect(await unisolatedNumbers(page)).toEqual([])
  })
})

test(
  'a user who may not copy reports an error in the paragraph that they choose',
  nightly,
  async ({ openPage, server }) => {
    const [row] = await server.query(
      `select reference from case_files join case_numbers on case_file_id = case_files.id where number = $1`,
      [number],
    )
    const page = await openPage({
      user: 'reader@hukum.test',
      path: `/case?ref=${String(row?.['reference'])}&tab=text`,
    })
    await page.getByRole('button', { name: tools.report }).click()
    await expect(page.getByText(noteStrings.dv.chooseParagraph)).toBeVisible()
    await paper(page).locator('p[data-paragraph="2"]').click()
    const dialog = page.getByRole('dialog', { name: tools.report })
    await expect(dialog).toContainText(stripDirectionMarks(tools.paragraph('2')))
    const message = `ތާރީޚު ނުބައި ${crypto.randomUUID()}`
    await dialog.getByLabel(tools.reportMessage).fill(message)
    await dialog.getByRole('button', { name: tools.reportSend }).click()
    await expect(page.getByText(tools.reportSent)).toBeVisible()
    const [report] = await server.query(`select quote, paragraph from error_reports where message = $1`, [message])
    expect(report).toMatchObject({ quote: '', paragraph: expect.any(Number) })
  },
)

test('in a low window the menu of a selection is not under the bar, wherever the selection is', async ({
  openPage,
  server,
}) => {
  const page = await openText(openPage, await buildCase(server))
  await page.setViewportSize({ width: 1280, height: 500 })
  const first = page.getByRole('menu', { name: tools.selection }).getByRole('menuitem').first()
  for (const top of [200, 320, 380, 440]) {
    await paper(page)
      .locator('p[data-paragraph="3"]')
      .evaluate((element, at) => scrollBy(0, element.getBoundingClientRect().top - at), top)
    await selectStart(page, 3, 20)
    await expect(first).toBeVisible()
    const isOnTop = () =>
      first.evaluate((item) => {
        const { x, y, width, height } = item.getBoundingClientRect()
        return item.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    await expect.poll(isOnTop, `at ${top}`).toBe(true)
    await page.evaluate(() => document.getSelection()?.removeAllRanges())
    await expect(first).toHaveCount(0)
  }
})
