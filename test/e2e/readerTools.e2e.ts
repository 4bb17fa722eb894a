import { expect, type OpenPage, type Page, type PageOptions, staff, subscriber, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { clipboardText } from './inputMethods.ts'
import { layoutProblems } from './layoutProblems.ts'
import { axe, expectFocusIn, highlightedTexts } from './pageActions.ts'
import { caseNumber as knownNumber } from './searchActions.ts'
import type { TestServer } from './testServer.ts'
import { nightly } from './nightly.ts'

/** The tools of the reader on a text with every part that they use. */

const { reader: words } = dv
const tools = readerStrings.dv
const phrase = 'ތަޖުރިބާގެ ޢިބާރާތް'
const meaning = 'ތަޖުރިބާއަކަށް ލިޔެފައިވާ މާނައެއް'
const unknownNumber = '77/Cv-C/1950'

const paragraphOf = (paragraph: number, ...segments: object[]) => [
  ...segments,
  { insert: '\n', attributes: { paragraph } },
]
const content = [
  { insert: 'މައްސަލަ' },
  { insert: '\n', attributes: { header: 1 } },
  ...paragraphOf(
    1,
    { insert: 'މި މައްސަލައިގައި ' },
    { insert: knownNumber, attributes: { case_number: knownNumber } },
    { insert: ' އާއި ' },
    { insert: unknownNumber, attributes: { case_number: unknownNumber } },
    { insert: ' އަށް ބަލާފައިވެއެވެ.' },
  ),
  ...paragraphOf(
    2,
    { insert: { page_break: 2 } },
    { insert: `މިއީ ކުރީގެ ޖުމްލައެކެވެ. މި ޙުކުމުގައި ${phrase} ބޭނުންކޮށްފައިވެއެވެ.` },
    { insert: { footnote: 'a' } },
    { insert: ' އަދި އެހެން ޖުމްލައެއް.' },
  ),
  ...Array.from({ length: 30 }, (_, index) =>
    paragraphOf(index + 3, { insert: 'ދެން އޮތް ޕެރެގްރާފުގެ ލިޔުން ދިގުކުރުމަށްޓަކައި މި ޖުމްލަ ލިޔެފައި އެބަހުއްޓެވެ. '.repeat(3) }),
  ).flat(),
]
const text = { content, footnotes: [{ key: 'a', content: 'ފުޓްނޯޓެއް' }], annotations: [] }

/** Inserts the case, with its citation of the known case as a save stores it; returns its reference. */
async function buildCase(server: TestServer): Promise<string> {
  const [made] = await server.query(
    `insert into case_files (court_id, title, published, case_content)
     values (1, 'ތަޖުރިބާގެ މައްސަލަ', true, $1)
     returning id, reference`,
    [JSON.stringify(text)],
  )
  await server.query(
    `insert into case_citations (case_file_id, position, number, key, block)
     select $1, 0, number, key, 2 from case_numbers where number = $2
     on conflict do nothing`,
    [made?.['id'], knownNumber],
  )
  await server.query(
    `insert into phrases (dhivehi_phrase, short_meaning, published) values ($1, $2, true) on conflict do nothing`,
    [phrase, meaning],
  )
  return String(made?.['reference'])
}

async function openText(openPage: OpenPage, ref: string, options: PageOptions = {}, params = {}) {
  const page = await openPage({ user: subscriber, ...options })
  await page.goto(`/case?${new URLSearchParams({ ref, tab: 'text', ...params }).toString()}`)
  await expect(paper(page)).toBeVisible()
  return page
}

const paper = (page: Page) => page.getByRole('article', { name: words.label })
const marker = (page: Page, number: string) => paper(page).locator(`a[data-case-number="${number}"]`)
const card = (page: Page) => page.getByRole('tooltip')

test('a reader follows a citation, looks up a phrase, and sets how the text is shown', async ({ openPage, server }) => {
  const ref = await buildCase(server)
  const page = await openText(openPage, ref)

  await test.step('the card of a cited case opens by the pointer and by the keyboard, and Escape closes it', async () => {
    await expect(marker(page, knownNumber)).toHaveAttribute('href', /\/case\?ref=/)
    // The text moves while its fonts load.
    await expect(async () => {
      await marker(page, knownNumber).hover()
      await expect(card(page)).toContainText(knownNumber, { timeout: 1000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(card(page)).toHaveCount(0)
    await page.mouse.move(0, 0)
    await paper(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expectFocusIn(marker(page, knownNumber))
    await expect(card(page)).toContainText(knownNumber)
    expect(await axe(page, 'main')).toEqual([])
  })

  await test.step('a middle click on a cited number opens its case in a new tab', async () => {
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      marker(page, knownNumber).click({ button: 'middle' }),
    ])
    await tab.waitForURL(/\/case\?ref=/)
    await tab.close()
    const cited = page.getByRole('region').or(page.locator('section')).filter({ hasText: words.cited }).last()
    await expect(cited.getByRole('link', { name: knownNumber })).toHaveAttribute('href', /\/case\?ref=/)
  })

  await test.step('a phrase of the dictionary shows its short meaning, until definitions are switched off', async () => {
    await expect.poll(() => highlightedTexts(page, 'defined')).toContain(phrase)
    await page.mouse.move(0, 0)
    await expect(card(page)).toHaveCount(0)
    const { x, y } = await page.evaluate((wanted) => {
      const range = [...(CSS.highlights.get('defined') ?? [])].find((one) => (one as Range).toString() === wanted)
      const { left, top, width, height } = (range as Range).getClientRects()[0] ?? new DOMRect()
      return { x: left + width / 2, y: top + height / 2 }
    }, phrase)
    await page.mouse.click(x, y)
    const definition = page.getByRole('dialog', { name: dv.phrase.label })
    await expect(definition).toContainText(meaning)
    await page.keyboard.press('Escape')
    await expectFocusIn(paper(page))
    await page.getByRole('button', { name: tools.settings }).click()
    await page.getByRole('button', { name: phrase }).click()
    await definition.getByText(meaning).click()
    await expect(definition).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(definition).toHaveCount(0)
    await expectFocusIn(page.getByRole('button', { name: phrase }))
    await page.getByRole('radio', { name: tools.showDefinitions.off }).check({ force: true })
    await expect.poll(() => highlightedTexts(page, 'defined')).toEqual([])

    // With forced colors a highlight looks like a selection.
    await page.emulateMedia({ forcedColors: 'active' })
    await page.getByRole('radio', { name: tools.showDefinitions.on, exact: true }).check({ force: true })
    await expect(page.getByRole('button', { name: phrase })).toBeVisible()
    expect(await highlightedTexts(page, 'defined')).toEqual([])
    await page.emulateMedia({ forcedColors: null })
  })

  await test.step('four sizes differ, and the size and the width stay after a reload', async () => {
    const sizes = new Set<string>()
    const footnoteSize = () =>
      paper(page)
        .getByRole('button', { name: words.footnote(1), exact: true })
        .evaluate((number) => parseFloat(getComputedStyle(number).fontSize))
    const usualFootnoteSize = await footnoteSize()
    const dialog = page.getByRole('dialog', { name: tools.settings })
    const sizeGroup = dialog.getByRole('group', { name: words.size })
    for (const size of ['small', 'medium', 'large', 'largest'] as const) {
      await sizeGroup.getByRole('radio', { name: tools.sizes[size], exact: true }).check({ force: true })
      sizes.add(await paper(page).evaluate((one) => getComputedStyle(one).fontSize))
    }
    expect(sizes.size).toBe(4)
    expect(await footnoteSize()).toBeGreaterThan(usualFootnoteSize)
    await dialog.getByRole('radio', { name: tools.widths.narrow }).check({ force: true })
    await page.reload()
    await expect(paper(page)).toHaveAttribute('data-size', 'largest')
    await expect(page.locator('[data-width="narrow"]')).toBeVisible()
  })

  await test.step('Latin letters find Thaana, and the way back from a footnote marks its sentence', async () => {
    await page.getByRole('textbox', { name: words.find }).fill('hukum')
    await expect.poll(() => highlightedTexts(page, 'found')).toEqual(['ޙުކުމުގައި'])
    await page.getByRole('button', { name: `${words.footnote(1)}, ${words.backToText}` }).click()
    await expectFocusIn(paper(page).getByRole('button', { name: words.footnote(1), exact: true }))
    expect(await highlightedTexts(page, 'sentence')).toEqual([`މި ޙުކުމުގައި ${phrase} ބޭނުންކޮށްފައިވެއެވެ.`])
  })
})

test('a reader reports an error in the selected text, and staff mark it as done at its paragraph', async ({
  openPage,
  server,
}) => {
  const ref = await buildCase(server)
  const page = await openText(openPage, ref)
  await page.context().grantPermissions(['clipboard-write'])
  const select = (characters: number) =>
    paper(page)
      .locator('p[data-paragraph="3"]')
      .evaluate((paragraph, end) => {
        const node = [...paragraph.childNodes].find((child) => child instanceof Text)
        document.getSelection()?.setBaseAndExtent(node ?? paragraph, 0, node ?? paragraph, end)
      }, characters)
  await select(20)
  const menu = page.getByRole('menu', { name: tools.selection })
  await expect(menu).toContainText(tools.paragraph('3').replace(/[\u2066-\u2069]/g, ''))
  expect(await axe(page)).toEqual([])

  await page.keyboard.press('Shift+F10')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(menu.locator(':focus')).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Enter')
  await expect(page.getByText(tools.linkCopied)).toBeVisible()
  expect(await clipboardText(page)).toContain(`/case?ref=${ref}&tab=text&p=4`)

  await select(25)
  await menu.getByRole('menuitem', { name: tools.report }).click()
  const dialog = page.getByRole('dialog', { name: tools.report })
  await dialog.getByRole('button', { name: tools.reportSend }).click()
  await expect(dialog.getByText(tools.reportNeeded)).toBeVisible()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await dialog.getByRole('blockquote').evaluate((quote) => document.getSelection()?.selectAllChildren(quote))
  const copied = page.waitForRequest(/g\/copy/)
  await page.keyboard.press('Control+c')
  expect((await copied).postDataJSON()).toMatchObject({ Letters: 25 })
  await expect(dialog.getByRole('button', { name: dv.finding.typing.toggle })).toBeVisible()
  await dialog.getByRole('button', { name: dv.actions.cancel }).click()
  await expect(dialog).toHaveCount(0)
  await select(25)
  await menu.getByRole('menuitem', { name: tools.report }).click()
  await dialog.getByRole('textbox').fill('ރަނގަޅުކުރަންޖެހޭ')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(tools.reportSent)).toBeVisible()

  const [notification] = await server.query(
    `select data from notifications where kind = 'error-reported' order by id desc limit 1`,
  )
  expect(notification?.['data']).toMatchObject({ reference: ref, paragraph: 4 })
  const staffPage = await openText(openPage, ref, { user: staff }, { p: '4' })
  const reports = staffPage.getByRole('region', { name: tools.reports(1) })
  await expect(reports).toContainText('ރަނގަޅުކުރަންޖެހޭ')
  await reports.getByRole('button', { name: tools.reportDone }).click()
  await expect(reports).toHaveCount(0)
})

test(
  'an error is marked as done once by a double press, and the focus moves to the heading of the others',
  nightly,
  async ({ openPage, server }) => {
    const ref = await buildCase(server)
    await server.query(
      `insert into error_reports (case_file_id, user_id, paragraph, case_version, quote, message)
     select case_files.id, users.id, paragraph, 1, '', 'ރަނގަޅުކުރަންޖެހޭ'
       from case_files, users, generate_series(4, 5) as paragraph
      where reference = $1 and email = $2`,
      [ref, subscriber],
    )
    const page = await openText(openPage, ref, { user: staff })
    const reports = (count: number) => page.getByRole('region', { name: tools.reports(count) })
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await reports(2).getByRole('button', { name: tools.reportDone }).first().dblclick()
    await expect(reports(1).getByRole('heading')).toBeFocused()
    await reports(1).getByRole('button', { name: tools.reportDone }).press('Enter')
    await expect(reports(1)).toHaveCount(0)
    await expect(paper(page)).toBeFocused()
    expect(requests.filter((path) => path.endsWith('/errorReportDone'))).toHaveLength(2)
  },
)

test('a user who may not copy can copy nothing from the drawer of contents either', async ({ openPage, server }) => {
  const ref = await buildCase(server)
  const page = await openText(openPage, ref, { user: 'reader@hukum.test', width: 800 })
  await page.getByRole('button', { name: words.outline }).click()
  const drawer = page.getByRole('dialog', { name: words.outline })
  const heading = drawer.getByText('މައްސަލަ', { exact: true })
  await expect(heading).toBeVisible()
  await expect(heading).toHaveCSS('user-select', 'none')
  const allowed = await heading.evaluate((element) => {
    const isAllowed = (event: Event) => element.dispatchEvent(event)
    const options = { bubbles: true, cancelable: true }
    return {
      events: ['selectstart', 'contextmenu', 'copy', 'cut'].filter((name) => isAllowed(new Event(name, options))),
      keys: ['a', 'c', 'Home'].filter((key) =>
        isAllowed(new KeyboardEvent('keydown', { key, ctrlKey: true, ...options })),
      ),
    }
  })
  expect(allowed).toEqual({ events: [], keys: ['Home'] })
})

test('the tools of the reader are usable at every width', async ({ openPage, server }) => {
  const ref = await buildCase(server)
  const page = await openText(openPage, ref, {}, { q: 'ޙުކުމް' })
  for (const width of [320, 360, 390, 1024, 1152, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const problems = await page.evaluate(layoutProblems)
    expect.soft(problems, `${width} wide`).toEqual([])
    for (const name of [tools.settings, words.findNext])
      await expect.soft(page.getByRole('button', { name }), `${name}, ${width} wide`).toBeInViewport({ ratio: 1 })
    const find = await page.getByRole('textbox', { name: words.find }).boundingBox()
    expect.soft(find?.width, `${width} wide`).toBeGreaterThanOrEqual(80)
  }

  await test.step('with 400 % zoom the bars leave two thirds of the screen to the text', async () => {
    await page.setViewportSize({ width: 360, height: 225 })
    const isText = () => {
      window.scrollTo(0, 900)
      const shown = document.elementFromPoint(180, window.innerHeight / 3)
      return window.scrollY > 300 && shown?.closest('article') !== null
    }
    await expect.poll(() => page.evaluate(isText)).toBe(true)
  })
})
