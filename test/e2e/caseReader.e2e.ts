import { expect, type OpenPage, type Page, type PageOptions, subscriber, test } from './fixtures.ts'
import { themes } from '#web/platform/preferences/preferences.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { axe, expectFocusIn, highlightedTexts } from './pageActions.ts'
import { caseNumber as citedNumber } from './searchActions.ts'
import type { TestServer } from './testServer.ts'

/** A case in the reader: over the results of a search, and on its own page. */

const { reader: words, viewer } = dv
/** A demo case with annotations, footnotes and a cited case. */
const number = '1124/Cv-C/2021'
/** A user who may not copy. */
const readOnlyUser = 'reader@hukum.test'

/** Opens the text of a case on its own page. */
async function openText(openPage: OpenPage, server: TestServer, options: PageOptions = {}, query = '') {
  const page = await openPage({ user: subscriber, ...options })
  const rows = await server.query(
    `select reference from case_files join case_numbers on case_file_id = case_files.id where number = $1`,
    [number],
  )
  const params = { ref: String(rows[0]?.['reference']), tab: 'text', ...(query && { q: query }) }
  await page.goto(`/case?${new URLSearchParams(params).toString()}`)
  await expect(paper(page)).toBeVisible()
  return page
}

const paper = (page: Page) => page.getByRole('article', { name: words.label })
const findField = (page: Page) => page.getByRole('textbox', { name: words.find })
const findStatus = (page: Page) => page.getByRole('search').getByRole('status')
const footnoteButton = (page: Page) => paper(page).getByRole('button', { name: words.footnote(1), exact: true })
const resultLink = (page: Page) =>
  page.getByRole('article').filter({ hasText: citedNumber }).locator('a[href*="tab=text"]').first()

/** Runs in the browser. */
const escapeMenuAtOnce = () =>
  new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=menu]')) return
      observer.disconnect()
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(escape)
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })

test('a case over the results shows its text and details, and returns the focus when it closes', async ({
  openPage,
}) => {
  const page = await openPage({ user: subscriber, path: `/home?q=${encodeURIComponent(citedNumber)}` })
  const link = resultLink(page)
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 1, name: citedNumber })).toBeVisible()
  await expect(paper(page)).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(citedNumber))

  const menu = page.getByRole('menu', { name: readerStrings.dv.selection })
  // In the moment in which the menu appears, Escape closes it too, and not the dialog under it.
  const isEscaped = page.evaluate(escapeMenuAtOnce)
  await paper(page)
    .locator('p')
    .first()
    .evaluate((one) => document.getSelection()?.selectAllChildren(one))
  await isEscaped
  await expect(menu).toHaveCount(0)
  await expect(paper(page)).toBeVisible()

  await dialog.getByRole('tab', { name: viewer.details }).click()
  await expect(dialog.getByText('Coral Line Trading Pvt Ltd')).toBeVisible()
  // In the text the first Escape may clear the find field.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('the find bar marks the words of the search and steps through the matches in a cycle', async ({
  openPage,
  server,
}) => {
  const page = await openText(openPage, server, {}, 'އެއްބަސްވުން')
  const matches = () => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)
  await expect.poll(matches).toBeGreaterThan(2)
  const count = await matches()
  await expect(findStatus(page)).toContainText(words.found(1, count))

  await findField(page).focus()
  await page.keyboard.press('Shift+Enter')
  await expect(findStatus(page)).toContainText(words.found(count, count))
  await page.keyboard.press('Enter')
  await expect(findStatus(page)).toContainText(words.found(1, count))
  await page.keyboard.press('Escape')
  await expect(findField(page)).toHaveValue('')

  await paper(page).focus()
  await page.keyboard.press('Control+f')
  await expectFocusIn(findField(page))
})

test('a case number of a new court is marked as one match, in both orders', nightly, async ({ openPage, server }) => {
  const text = 'ނަންބަރު 13/QZT/2024 އާއި 2024/QZT/13 އަދި 13 ފަހަރު'
  await server.query(`insert into courts (name, code) values ('ތަޖުރިބާ ޓްރައިބިއުނަލް', 'QZT')`)
  const [made] = await server.query(
    `insert into case_files (court_id, title, published, case_content) values (1, 'ތަޖުރިބާ', true, $1) returning reference`,
    [JSON.stringify({ content: [{ insert: `${text}\n` }], footnotes: [], annotations: [] })],
  )
  const ref = String(made?.['reference'])
  try {
    const page = await openPage({ user: subscriber })
    const marked = () => highlightedTexts(page, 'found')
    // The server reads the codes of its courts again some moments after a court is created.
    await expect(async () => {
      await page.goto(`/case?${new URLSearchParams({ ref, tab: 'text', q: '13 qzt 2024' }).toString()}`)
      await expect(paper(page)).toBeVisible()
      await expect.poll(marked, { timeout: 2000 }).toEqual(['13/QZT/2024', '2024/QZT/13'])
    }).toPass({ timeout: 60_000 })
    // A case without a number has its title as the heading.
    await expect(page.getByRole('heading', { level: 1, name: 'ތަޖުރިބާ' })).toBeVisible()
    expect(await axe(page)).toEqual([])
  } finally {
    await server.query(`update case_files set deleted_at = now() where reference = $1`, [ref])
    await server.query(`delete from courts where code = 'QZT'`)
  }
})

test('an annotation opens next to its words, and a cited case opens in a new tab', async ({ openPage, server }) => {
  const page = await openText(openPage, server)

  await test.step('an annotation opens next to the words that it is about, and Escape returns the focus', async () => {
    const icon = paper(page).locator('button[data-annotation-icon]').first()
    await icon.click()
    const note = page.locator(`#${(await icon.getAttribute('aria-controls')) ?? ''}`)
    await expectFocusIn(note)
    await page.keyboard.press('Escape')
    await expectFocusIn(icon)
  })

  /** Clicks the citation as if it were written so, and returns the tab that opens. */
  const openCited = async (written: string) => {
    const cited = paper(page).locator('a[data-cited]')
    await cited.evaluate((link, value) => {
      link.setAttribute('data-case-number', value)
      link.removeAttribute('data-resolved')
    }, written)
    const [tab] = await Promise.all([page.context().waitForEvent('page'), cited.click()])
    return tab
  }
  await paper(page)
    .locator(`a[data-case-number="${citedNumber}"]`)
    .first()
    .evaluate((link) => link.setAttribute('data-cited', ''))

  await test.step('a cited case opens in a new tab', async () => {
    const tab = await openCited(citedNumber)
    await tab.waitForURL(/\/case\?ref=/)
    await expect(tab.getByRole('heading', { level: 1, name: citedNumber })).toBeVisible()
    await tab.close()
  })

  await test.step('a cited number without its court shows the possible cases in a new tab', async () => {
    const tab = await openCited('80/2013')
    await tab.waitForURL(/\/home\?q=80%2F2013/)
    const hint = tab.getByRole('region', { name: dv.finding.hints.ambiguous(1) })
    await expect(hint.getByText(citedNumber)).toBeVisible()
    await tab.close()
  })

  await test.step('a cited number that no case has offers the nearest numbers in a new tab', async () => {
    const tab = await openCited('2012/HC-A/80')
    await tab.waitForURL(/\/home\?q=2012%2FHC-A%2F80/)
    await tab.getByRole('region', { name: dv.finding.hints.missing }).getByRole('link', { name: citedNumber }).click()
    await expect(tab.getByRole('heading', { level: 1, name: citedNumber })).toBeVisible()
    await tab.close()
  })
})

test('a user without the permission to copy reads a case', nightly, async ({ openPage, server }) => {
  const page = await openText(openPage, server, { user: readOnlyUser })

  await test.step('a footnote opens at its number and returns the focus', async () => {
    await footnoteButton(page).focus()
    await page.keyboard.press('Enter')
    const note = page.getByRole('dialog', { name: words.footnote(1) })
    await expect(note).toBeVisible()
    await expect(footnoteButton(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(note).toHaveCount(0)
    await expectFocusIn(footnoteButton(page))
  })

  await test.step('copying and printing are prevented without the permission, and reading goes on', async () => {
    await paper(page).focus()
    const allowed = await paper(page).evaluate((element) =>
      ['selectstart', 'contextmenu', 'dblclick', 'copy', 'cut', 'dragstart'].filter((name) =>
        element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true })),
      ),
    )
    expect(allowed).toEqual([])
    await page.keyboard.press('Control+c')
    await expect(page.getByText(words.mayNotCopy)).toBeVisible()
    await page.keyboard.press('Control+p')
    await expect(page.getByText(words.mayNotPrint).last()).toBeVisible()

    const before = await page.evaluate(() => window.scrollY)
    await page.keyboard.press('PageDown')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before)
    await findField(page).fill('ކުލި')
    await expect(findStatus(page)).toContainText(' / ')

    await page.emulateMedia({ media: 'print' })
    await expect(paper(page)).toBeHidden()
    await page.emulateMedia({ media: null })
  })

  await test.step('the contents and annotations are in a drawer on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await page.getByRole('button', { name: words.outline }).click()
    const drawer = page.getByRole('dialog', { name: words.outline })
    const entry = drawer.getByRole('navigation', { name: words.contents }).getByRole('button').last()
    const name = (await entry.textContent()) ?? ''
    await entry.click()
    await expect(drawer).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toBe(name)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  await test.step('an unknown reference shows that there is no such case', async () => {
    await page.goto('/case?ref=nothing')
    await expect(page.getByRole('heading', { level: 1, name: viewer.notFound })).toBeVisible()
    await page.getByRole('link', { name: viewer.toSearch }).click()
    await page.waitForURL(/\/home/)
  })
})

test('the Tab key goes on in the text from an open footnote, and Shift+Tab returns to its number', async ({
  openPage,
  server,
}) => {
  const page = await openText(openPage, server)
  const note = page.getByRole('dialog', { name: words.footnote(1) })
  await footnoteButton(page).focus()
  await page.keyboard.press('Enter')
  await expectFocusIn(note)
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Tab')
  await expect(note).toHaveCount(0)
  const isAfterFootnote = await footnoteButton(page).evaluate(
    (button) =>
      (button.compareDocumentPosition(document.activeElement ?? button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
  expect(isAfterFootnote).toBe(true)
  await expectFocusIn(paper(page))

  await footnoteButton(page).focus()
  await page.keyboard.press('Enter')
  await expectFocusIn(note)
  await page.keyboard.press('Shift+Tab')
  await expect(note).toHaveCount(0)
  await expect(footnoteButton(page)).toBeFocused()
})

for (const theme of themes)
  test(
    `axe finds no violation in a case (theme ${theme})`,
    nightlyUnless(theme === 'dark'),
    async ({ openPage, server }) => {
      const page = await openText(openPage, server, { theme }, 'ކުލި')
      await paper(page).locator('button[data-annotation-icon]').first().click()
      expect(await axe(page)).toEqual([])
      await footnoteButton(page).click()
      expect(await axe(page)).toEqual([])
      await page.getByRole('tab', { name: viewer.details }).click()
      await expect(page.getByRole('heading', { name: viewer.related })).toBeVisible()
      expect(await axe(page)).toEqual([])

      await page.goto(`/home?q=${encodeURIComponent(citedNumber)}`)
      await resultLink(page).click()
      await expect(paper(page)).toBeVisible()
      expect(await axe(page)).toEqual([])
    },
  )
