import { expect, type Page, staff, subscriber, test } from './fixtures.ts'
import { formatDay } from '#shared/text/format/dates.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { printStrings } from '#web/platform/strings/printStrings.ts'
import { grid, openList, rowsOf } from './listActions.ts'
import { axe, deferred, onPaper } from './pageActions.ts'
import { nightly } from './nightly.ts'

/** What is on paper: a judgment, a page of results, and the sentence in place of a text that may not be printed. */

const words = printStrings.dv
const number = '1124/Cv-C/2021'
const title = 'ކުއްޔަށް ދިން އެޕާޓްމަންޓެއްގެ ކުލި ނުދެއްކުމާއި އެއްބަސްވުން ނިންމާލުން'
const parties = ['ރަޝީދާ ޢުޘްމާން މަނިކު', 'ޔޫނުސް ޒާހިރު އާދަމް']

/** Counts the prints: the browser would open its own dialog. */
const recordPrints = (page: Page) =>
  page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute('data-printing', String(Number(document.body.dataset['printing'] ?? 0) + 1))
  })

const pageCount = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('a judgment prints with its head, page numbers and notes, and a page of results without controls', async ({
  openPage,
  server,
}) => {
  const page = await openPage({ user: subscriber, theme: 'dark', path: `/home?q=${encodeURIComponent('އެއްބަސްވުން')}` })
  await expect(page.getByRole('article').first()).toBeVisible()
  await onPaper(page, async () => {
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('search')).toBeHidden()
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
    // It names the PDF.
    expect(await page.title()).toBe(stripDirectionMarks(words.results('އެއްބަސްވުން')))
  })
  expect(pageCount(await page.pdf())).toBeGreaterThan(1)
  await recordPrints(page)
  await page.getByRole('main').getByRole('button', { name: words.print }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printing', '1')

  const rows = await server.query(
    'select reference from case_files join case_numbers on case_file_id = case_files.id where number = $1',
    [number],
  )
  await page.goto(`/case?ref=${String(rows[0]?.['reference'])}&tab=text`)
  await expect(page.getByRole('article', { name: dv.reader.label })).toBeVisible()
  await recordPrints(page)
  await expect(page.getByRole('button', { name: words.print })).toBeVisible()
  await page.keyboard.press('Control+p')
  const dialog = page.getByRole('dialog', { name: words.title })
  await expect(dialog.getByRole('radio', { name: words.contents.text })).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: words.print })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: words.contents.annotations }).check()
  await dialog.getByRole('button', { name: words.print }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printing', '1')

  const numbers = await page.locator('[data-judgment] [data-number]').allTextContents()
  expect(numbers.length).toBeGreaterThan(5)
  const printed = await onPaper(page, () =>
    page.locator('[data-printed-page]').evaluate((element) => ({
      head: element.querySelector('header')?.textContent ?? '',
      numbers: [...element.querySelectorAll('[data-number]')].map((one) => one.textContent),
      ink: getComputedStyle(element).color,
      controls: element.querySelectorAll('button, input').length,
      footnoteAfter:
        element.querySelector('[data-printed-note=footnote]')?.parentElement?.previousElementSibling?.tagName,
      annotations: element.querySelectorAll('[data-printed-note=annotation]').length,
      centers: [...element.querySelectorAll('header, [data-align=center], [data-table]')].map((block) => {
        const { left, right } = block.getBoundingClientRect()
        return Math.round((left + right) / 2)
      }),
      others: [...document.body.children].filter((one) => one !== element && getComputedStyle(one).display !== 'none')
        .length,
      style: document.adoptedStyleSheets.map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join()).join(),
    })),
  )
  expect(printed).toMatchObject({ ink: 'rgb(21, 34, 42)', controls: 0, footnoteAfter: 'P', annotations: 2, others: 0 })
  expect(printed.centers.length).toBeGreaterThan(2)
  expect(new Set(printed.centers).size).toBe(1)
  for (const part of ['ސިވިލް ކޯޓު', title, number, formatDay('2021-11-25', 'dv'), ...parties])
    expect(stripDirectionMarks(printed.head)).toContain(stripDirectionMarks(part))
  expect(printed.numbers).toEqual(numbers)
  expect(printed.style).toMatch(/@top-left \{[^}]*1124\/Cv-C\/2021/)
  expect(printed.style).toContain('counter(pages)')
  await expect(page.locator('[data-printed-page]')).toHaveCount(0)
  // Without its annotations, as the dialog offers first.
  await page.keyboard.press('Control+p')
  await dialog.getByRole('radio', { name: words.contents.text }).check()
  await dialog.getByRole('button', { name: words.print }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printing', '2')
  await onPaper(page, async () => {
    await expect(page.locator('[data-printed-note=footnote]').first()).toBeVisible()
    await expect(page.locator('[data-printed-note=annotation], [data-printed-page] [data-annotation]')).toHaveCount(0)
  })
  expect(pageCount(await page.pdf())).toBeGreaterThan(3)
  // The print of the dialog, and that of the browser's menu.
  await expect.poll(async () => (await server.query('select from prints')).length).toBeGreaterThanOrEqual(3)
})

test(
  'a print whose judgment is left before the server has counted it does not begin, and the next one is counted',
  nightly,
  async ({ openPage, server }) => {
    const [made] = await server.query(
      `insert into case_files (court_id, title, published, case_content) values (1, 'ޗާޕު', true, $1) returning id, reference`,
      [JSON.stringify({ content: [{ insert: 'ޙުކުމުގެ ލިޔުން\n' }], footnotes: [], annotations: [] })],
    )
    const printCount = async () =>
      (await server.query('select from prints where case_file_id = $1', [made?.['id']])).length
    const page = await openPage({ user: subscriber, path: `/case?ref=${String(made?.['reference'])}&tab=text` })
    const article = page.getByRole('article', { name: dv.reader.label })
    await expect(article).toBeVisible()
    await page.evaluate(() => {
      // The browser would open its own dialog.
      window.print = () => {
        for (const name of ['beforeprint', 'afterprint']) window.dispatchEvent(new Event(name))
        document.body.setAttribute('data-printing', '')
      }
    })
    const held = deferred()
    await page.route('**/api/g/print', async (route) => {
      await held.promise
      await route.fallback()
    })
    const sent = page.waitForRequest('**/api/g/print')
    await expect(page.getByRole('button', { name: words.print })).toBeVisible()
    await page.keyboard.press('Control+p')
    await sent
    await page.getByRole('tab', { name: dv.viewer.details }).click()
    await expect(article).toHaveCount(0)
    const answered = page.waitForResponse('**/api/g/print')
    held.resolve()
    await (await answered).finished()
    await expect.poll(printCount).toBe(1)

    await page.getByRole('tab', { name: dv.viewer.text }).click()
    await expect(article).toBeVisible()
    await onPaper(page, () => expect(page.locator('[data-printed-page]')).toBeVisible())
    await expect.poll(printCount).toBe(2)
    await expect(page.locator('body[data-printing]')).toHaveCount(0)
  },
)

test('a text that may not be copied is not printed, and the screen and the paper say so', async ({
  openPage,
  server,
}) => {
  const page = await openPage({ user: 'reader@hukum.test' })
  const rows = await server.query('select reference from case_files where published order by id limit 1')
  await page.goto(`/case?ref=${String(rows[0]?.['reference'])}&tab=text`)
  await page.getByRole('button', { name: words.print }).click()
  await expect(page.getByText(dv.reader.mayNotPrint).last()).toBeVisible()
  await onPaper(page, async () => {
    await expect(page.getByRole('article', { name: dv.reader.label })).toBeHidden()
    await expect(page.locator('main').getByText(dv.reader.mayNotPrint)).toBeVisible()
    await expect(page.locator('[data-printed-page]')).toHaveCount(0)
  })
})

test(
  'a record over its list prints alone and whole, and a public page without its links',
  nightly,
  async ({ openPage, server }) => {
    const [row] = await server.query(
      'select id from case_files where court_id = 1 and deleted_at is null order by id limit 1',
    )
    const page = await openPage({ user: staff, height: 400, path: `/caseFiles?Court=1&view=${String(row?.['id'])}` })
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('dl').first()).toBeVisible()
    await onPaper(page, async () => {
      await expect(grid(page)).toBeHidden()
      await expect(dialog).toHaveCSS('overflow', 'visible')
      await expect(dialog).toHaveCSS('position', 'static')
      await expect(dialog.getByRole('button')).toHaveCount(0)
      expect((await dialog.boundingBox())?.height).toBeGreaterThan(400)
    })
    await page.goto('/dp/faq')
    await expect(page.getByRole('article')).toBeVisible()
    await onPaper(page, async () => {
      await expect(page.getByRole('article')).toBeVisible()
      await expect(page.locator('main').getByRole('link', { name: dv.actions.backHome })).toBeHidden()
      await expect(page.locator('main').getByRole('link', { name: dv.entries.about })).toBeHidden()
    })
  },
)

test('a list prints within the paper, with its texts in whole and without its controls', async ({ openPage }) => {
  const page = await openList(openPage, 'caseFiles')
  await onPaper(page, async () => {
    await page.setViewportSize({ width: 794, height: 1123 })
    await expect(rowsOf(page).first()).toBeVisible()
    await expect(page.getByRole('search')).toBeHidden()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: dv.list.actions })).toHaveCount(0)
    const countCut = () =>
      rowsOf(page)
        .locator('*')
        .evaluateAll(
          (parts) =>
            parts.filter((one) => getComputedStyle(one).overflowX === 'hidden' && one.scrollWidth > one.clientWidth)
              .length,
        )
    await expect.poll(countCut).toBe(0)
    await expect.poll(() => grid(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  })
})

test(
  'ten judgments print alike in the light, the dark and the mixed theme, byte for byte',
  nightly,
  async ({ openPage, server }, testInfo) => {
    // The longest texts, the shortest, and those with the most notes.
    const judgments = await server.query(
      `select id, reference from case_files where published and case_content is not null
       order by least(rank() over (order by length(case_content::text) desc), rank() over (order by length(case_content::text)),
                      rank() over (order by jsonb_array_length(case_content->'footnotes') desc),
                      rank() over (order by jsonb_array_length(case_content->'annotations') desc)), id
       limit 10`,
    )
    const printed = new Map(judgments.map(({ id }) => [id, new Set<string>()]))
    const now = new Date()
    for (const theme of ['light', 'dark', 'mixed'] as const) {
      const page = await openPage({ user: subscriber, theme, isolated: true })
      // The paper says when it was printed.
      await page.clock.setFixedTime(now)
      for (const { id, reference } of judgments) {
        await page.goto(`/case?ref=${String(reference)}&tab=text`)
        await expect(page.getByRole('article', { name: dv.reader.label })).toBeVisible()
        await expect(page.getByRole('button', { name: words.print })).toBeVisible()
        const pdf = await page.pdf({ path: testInfo.outputPath(`${String(id)}-${theme}.pdf`), preferCSSPageSize: true })
        expect(pageCount(pdf)).toBeGreaterThan(0)
        printed.get(id)?.add(pdf.toString('latin1').replaceAll(/\/(?:Creation|Mod)Date \([^)]*\)/g, ''))
      }
    }
    expect([...printed.values()].map(({ size }) => size)).toEqual(judgments.map(() => 1))
  },
)
