import { expect, type Page, staff, subscriber, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { clipboardText } from './inputMethods.ts'
import { layoutProblems } from './layoutProblems.ts'
import { axe, expectFocusIn, highlightedTexts } from './pageActions.ts'
import { buildCase, clickPhrase, meaning, openText, paper, phrase, selectStart } from './readerActions.ts'
import { caseNumber as knownNumber } from './searchActions.ts'
import { nightly } from './nightly.ts'

/** The tools of the reader on a text with every part that they use. */

const { reader: words } = dv
const tools = readerStrings.dv
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
    await page.mouse.move(0, 0)
    await expect(card(page)).toHaveCount(0)
    await clickPhrase(page, phrase)
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

  await test.step('four sizes differ, and the size, the line height and the width stay after a reload', async () => {
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
    const lineHeight = () => paper(page).evaluate((one) => parseFloat(getComputedStyle(one).lineHeight))
    const usualLineHeight = await lineHeight()
    await dialog.getByRole('radio', { name: tools.lineHeights.loose }).check({ force: true })
    const chosenLineHeight = await lineHeight()
    expect(chosenLineHeight).toBeGreaterThan(usualLineHeight)
    await dialog.getByRole('radio', { name: tools.widths.narrow }).check({ force: true })
    expect(await axe(page)).toEqual([])
    await page.reload()
    await expect(paper(page)).toHaveAttribute('data-size', 'largest')
    expect(await lineHeight()).toBe(chosenLineHeight)
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
  await selectStart(page, 3, 20)
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

  await test.step('the number of a paragraph copies its link by Enter and by a click, and so does the button in the margin', async () => {
    const number = (block: number) => paper(page).locator(`a[data-block="${block}"]`)
    const expectCopied = (block: number) => expect.poll(() => clipboardText(page)).toMatch(new RegExp(`&p=${block}$`))
    await number(5).press('Enter')
    await expectCopied(5)
    await number(6).click()
    await expectCopied(6)
    await paper(page).locator('p[data-paragraph="6"]').hover()
    await page.getByText(tools.link, { exact: true }).click()
    await expectCopied(7)
  })

  await test.step('the selected text is searched in the library in a new tab, and a note is begun on it', async () => {
    const selected = await selectStart(page, 3, 20)
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      menu.getByRole('menuitem', { name: tools.searchLibrary }).click(),
    ])
    await tab.waitForURL((url) => url.pathname === '/home' && url.searchParams.get('q') === selected)
    await tab.close()
    const quote = await selectStart(page, 3, 22)
    await menu.getByRole('menuitem', { name: tools.addNote }).click()
    const note = page.getByRole('dialog', { name: noteStrings.dv.newTitle })
    await expect(note.getByRole('blockquote')).toHaveText(quote)
    await note.getByRole('button', { name: noteStrings.dv.cancel }).click()
    await expect(note).toHaveCount(0)
  })

  await selectStart(page, 3, 25)
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
  await selectStart(page, 3, 25)
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

test('the tools of the reader are usable at every width', nightly, async ({ openPage, server }) => {
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

  await test.step('where a page of the PDF begins is named in the margin, at the height of its line', async () => {
    const place = paper(page).getByRole('img', { name: tools.page('2').full })
    // Of the letter after it: the end of a line is its left side.
    const labelPlace = () =>
      place.evaluate((one) => {
        const letter = document.createRange()
        letter.setStart(one.nextSibling ?? one, 0)
        letter.setEnd(one.nextSibling ?? one, 1)
        const [label, next] = [one.getBoundingClientRect(), letter.getBoundingClientRect()]
        const text = one.closest('p')?.getBoundingClientRect()
        const padding = parseFloat(getComputedStyle(one.closest('p') ?? one).paddingInlineEnd)
        return {
          isAtLine: label.top < next.bottom && label.bottom > next.top,
          isInMargin: label.right <= (text?.left ?? 0) + padding,
        }
      })
    await expect(place).toHaveJSProperty('title', tools.page('2').full)
    expect(await place.evaluate((one) => getComputedStyle(one, '::before').content)).toBe(`"${tools.page('2').short}"`)
    expect(await labelPlace()).toEqual({ isAtLine: true, isInMargin: true })
    // A phone has no margin: it stands in the line.
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await labelPlace()).toEqual({ isAtLine: true, isInMargin: false })
  })

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
