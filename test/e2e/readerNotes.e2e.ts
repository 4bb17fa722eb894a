import { readFileSync } from 'node:fs'
import { expect, type OpenPage, type Page, type PageOptions, subscriber, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { fieldMessages } from '#shared/messages.ts'
import { buildUser, password } from '#test/factories.ts'
import { nightly } from './nightly.ts'
import { axe, expectFocusIn, expectNoOverflow, onPaper } from './pageActions.ts'
import { caseNumber } from './searchActions.ts'
import type { TestServer } from './testServer.ts'

/** A reader's own notes: on a selection, over a changed text, by mouse and by keyboard. */

const words = noteStrings.dv
/** A user who may not copy. */
const readOnlyUser = 'reader@hukum.test'

const paragraphs = [
  'މި މައްސަލައިގައި ދަޢުވާކުރާ ފަރާތުން ހުށަހެޅި ލިޔުންތަކަށް ބެލިއިރު، ކުލީގެ އެއްބަސްވުމެއް އެބައޮތެވެ.',
  'އެއްބަސްވުމުގެ ޝަރުޠުތަކަށް އެއްބަސްވި ފަރާތުން ޢަމަލުކުރުން ލާޒިމުކަން ޤާނޫނުގައި ބަޔާންކޮށްފައިވެއެވެ.',
  'އެހެންކަމުން، ކުލީގެ ބާކީ ފައިސާ ދައްކަންޖެހޭ ކަމަށް މި ކޯޓުން ޙުކުމްކުރީއެވެ.',
]

const footnote = 'ޤާނޫނު ނަންބަރު 2/2014 ގެ މާއްދާތައް'

/** A published case with these paragraphs and a footnote. */
async function createCase(server: TestServer) {
  const contentOf = (texts: readonly string[]) =>
    JSON.stringify({
      content: texts.flatMap((insert, index) => [{ insert }, { insert: '\n', attributes: { paragraph: index + 1 } }]),
      footnotes: [{ key: 'a', content: footnote }],
      annotations: [],
    })
  const [made] = await server.query(
    `insert into case_files (court_id, title, published, case_content) values (1, 'ޚިޔާލުތަކުގެ މައްސަލަ', true, $1) returning id, reference`,
    [contentOf(paragraphs)],
  )
  const write = (texts: readonly string[]) =>
    server.query(`update case_files set case_content = $1 where id = $2`, [contentOf(texts), made?.['id']])
  return { reference: String(made?.['reference']), write }
}

async function openText(openPage: OpenPage, reference: string, options: PageOptions) {
  const page = await openPage({
    ...options,
    path: `/case?${new URLSearchParams({ ref: reference, tab: 'text' }).toString()}`,
  })
  await expect(paper(page)).toBeVisible()
  return page
}

const paper = (page: Page) => page.getByRole('article', { name: dv.reader.label })
const notesButton = (page: Page) => page.getByTitle(words.own, { exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: words.own })
const card = (page: Page, title: string) => panel(page).getByRole('article', { name: title })
const dialog = (page: Page) => page.getByRole('dialog')
const drawn = (page: Page) =>
  page.evaluate(() =>
    ['general', 'warning'].flatMap((type) => [...(CSS.highlights.get(`note-${type}`) ?? [])].map(String)),
  )

/** Selects words of the text. */
const select = (page: Page, text: string) =>
  page.evaluate((selected) => {
    const walker = document.createTreeWalker(document.querySelector('article') ?? document, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode } = walker
      const start = currentNode.textContent?.indexOf(selected) ?? -1
      if (start === -1) continue
      document.getSelection()?.setBaseAndExtent(currentNode, start, currentNode, start + selected.length)
    }
  }, text)

async function fillNote(page: Page, { title, type }: { title: string; type?: string }) {
  const form = dialog(page)
  if (type !== undefined) await form.getByRole('radio', { name: type }).check()
  await form.getByLabel(words.title).fill(title)
  await form.getByRole('radio', { name: dv.reader.categories.usul }).check()
  await form.getByLabel(words.description).fill('އިސްތިއުނާފުގައި ބޭނުންކުރުން')
}

async function addNote(page: Page, text: string, title: string) {
  await select(page, text)
  await panel(page).getByRole('button', { name: words.add }).click()
  await fillNote(page, { title, type: dv.reader.types.warning })
  await dialog(page).getByRole('button', { name: words.save }).click()
  await expect(card(page, title)).toBeVisible()
}

test('a note is made on a selection and follows its text through a new version', async ({ openPage, server }) => {
  const { reference, write } = await createCase(server)
  const page = await openText(openPage, reference, { user: subscriber })

  await test.step('a note without its fields names all three, and is then drawn in the text', async () => {
    await notesButton(page).click()
    await select(page, 'އެއްބަސްވުމެއް')
    await panel(page).getByRole('button', { name: words.add }).click()
    await dialog(page).getByRole('button', { name: words.save }).click()
    for (const code of ['title-needed', 'category-needed', 'description-needed'] as const)
      await expect(dialog(page).getByText(fieldMessages[code][0])).toBeVisible()
    expect(await axe(page, '[role=dialog]')).toEqual([])
    await expect(dialog(page).getByRole('button', { name: dv.finding.typing.toggle })).toBeVisible()
    await expect(dialog(page).getByLabel(words.title)).toBeFocused()
    await page.keyboard.insertText('ބަދަލުނުވާ ޚިޔާލު')
    const invalid = dialog(page).locator('[aria-invalid="true"]')
    await expect(invalid).toHaveCount(2)
    await dialog(page).getByRole('button', { name: words.save }).click()
    await expect(dialog(page).getByRole('radio', { name: dv.reader.categories.editorial })).toBeFocused()
    await fillNote(page, { title: 'ބަދަލުނުވާ ޚިޔާލު' })
    await expect(invalid).toHaveCount(0)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => drawn(page)).toEqual(['އެއްބަސްވުމެއް'])
    await addNote(page, 'އެއްބަސްވި ފަރާތުން', 'ބަދަލުވި ޚިޔާލު')
    await addNote(page, 'ކުލީގެ ބާކީ ފައިސާ', 'ގެއްލުނު ޚިޔާލު')
    await expect(paper(page).getByRole('button', { name: /^އަމިއްލަ ޚިޔާލު/ })).toHaveCount(3)
  })

  await test.step('the symbol of a note opens it, its place is changed, and the search narrows the panel', async () => {
    await panel(page).getByRole('button', { name: dv.actions.close }).click()
    await paper(page)
      .getByRole('button', { name: /ގެއްލުނު ޚިޔާލު/ })
      .click()
    await expect(card(page, 'ގެއްލުނު ޚިޔާލު')).toHaveAttribute('data-active')
    await card(page, 'ގެއްލުނު ޚިޔާލު').getByRole('button', { name: words.changePlace }).click()
    await select(page, 'ބާކީ ފައިސާ')
    await page.keyboard.press('Enter')
    await expect.poll(() => drawn(page)).toContain('ބާކީ ފައިސާ')
    await panel(page).getByRole('textbox', { name: words.search }).fill('ބަދަލުވި')
    await expect(panel(page).getByRole('article')).toHaveCount(1)
  })

  await test.step('a note is edited', async () => {
    const edited = card(page, 'ބަދަލުވި ޚިޔާލު')
    await edited.getByRole('button', { name: 'ބަދަލުވި ޚިޔާލު' }).click()
    await edited.getByRole('button', { name: words.edit }).click()
    await dialog(page).getByLabel(words.title).fill('ބަދަލުވި ޚިޔާލު 2')
    await dialog(page).getByRole('button', { name: words.save }).click()
    await expect(card(page, 'ބަދަލުވި ޚިޔާލު 2')).toBeVisible()
    await card(page, 'ބަދަލުވި ޚިޔާލު 2').getByRole('button', { name: words.edit }).click()
    await dialog(page).getByLabel(words.title).fill('ބަދަލުވި ޚިޔާލު')
    await dialog(page).getByRole('button', { name: words.save }).click()
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('after a new version the notes that wait are first, and Enter confirms the moved one', async () => {
    await write(['އައު ސުރުޚީއެއް', paragraphs[0] ?? '', (paragraphs[1] ?? '').replace('އެއްބަސްވި', 'ދެ')])
    await page.reload()
    await expect(notesButton(page)).toHaveAccessibleName(new RegExp(words.waiting(2)))
    await notesButton(page).click()
    const titles = panel(page).getByRole('article')
    await expect(titles.nth(0)).toHaveAccessibleName('ބަދަލުވި ޚިޔާލު')
    await expect(titles.nth(1)).toHaveAccessibleName('ގެއްލުނު ޚިޔާލު')
    await expect(card(page, 'ބަދަލުވި ޚިޔާލު').locator('del')).toHaveText('އެއްބަސްވި')
    await expect(card(page, 'ބަދަލުވި ޚިޔާލު').locator('ins')).toHaveText('ދެ')
    for (const title of ['ބަދަލުވި ޚިޔާލު', 'ގެއްލުނު ޚިޔާލު']) {
      await expect(card(page, title)).toContainText('އިސްތިއުނާފުގައި ބޭނުންކުރުން')
      await expect(card(page, title).getByRole('button', { name: words.edit })).toBeVisible()
      await expect(card(page, title).getByRole('button', { name: words.remove })).toBeVisible()
    }
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(notesButton(page)).toHaveAccessibleName(new RegExp(words.waiting(1)))
  })

  await test.step('a note on a footnote has its number', async () => {
    await addNote(page, 'މާއްދާތައް', 'ނޯޓުގެ ޚިޔާލު')
    await expect(card(page, 'ނޯޓުގެ ޚިޔާލު')).toContainText(dv.reader.footnote(1).replace(/[\u2066-\u2069]/g, ''))
    await expect.poll(() => drawn(page)).toContain('މާއްދާތައް')
  })

  await test.step('a lost note is laid on another paragraph', async () => {
    await card(page, 'ގެއްލުނު ޚިޔާލު').getByRole('button', { name: words.choosePlace }).click()
    await page.keyboard.press('Control+f')
    await page.keyboard.insertText('އެއްބަސްވުމެއް')
    for (const key of ['ArrowDown', 'Enter', 'Escape']) await page.keyboard.press(key)
    await expect(page.getByRole('textbox', { name: dv.reader.find })).toHaveValue('')
    await expect(page.getByText(words.chooseText)).toBeVisible()
    await paper(page).getByText('ކުލީގެ އެއްބަސްވުމެއް').click()
    await expect(notesButton(page)).toHaveAccessibleName(words.notes)
    expect(await drawn(page)).toContain(paragraphs[0])
  })

  await test.step('a selection in a footnote has the number of its block, whatever notes stand before it', async () => {
    await select(page, 'މާއްދާތައް')
    await page.getByRole('menuitem', { name: readerStrings.dv.report }).click()
    await dialog(page).getByRole('textbox').fill('ރަނގަޅުކުރަންޖެހޭ')
    const sent = page.waitForRequest('**/api/g/reportError')
    await dialog(page).getByRole('button', { name: readerStrings.dv.reportSend }).click()
    expect((await sent).postDataJSON()).toMatchObject({ Paragraph: paragraphs.length + 1 })
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('on paper there is no symbol of a note, and a footnote without a reference stands at the end', async () => {
    const printed = await onPaper(page, () =>
      page.locator('[data-printed-page]').evaluate((element) => ({
        symbols: element.querySelectorAll('i').length,
        last: element.querySelector('[data-printed-notes]:last-child')?.textContent,
      })),
    )
    expect(printed).toEqual({ symbols: 0, last: `1 ${footnote}` })
  })

  await test.step('the notes are downloaded as plain text with their quotations', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name: words.download }).click(),
    ])
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toContain('«ދެ ފަރާތުން»')
    expect(text).toContain('ގެއްލުނު ޚިޔާލު')
  })
  await server.query('update case_files set deleted_at = now() where reference = $1', [reference])
})

test('a note that is written is not lost by Escape, a click outside, the cancel button, going back, or the end of the session', async ({
  openPage,
  server,
}) => {
  const user = await buildUser(server.databaseUrl, { copy_access: true })
  const page = await openPage({ user, password, path: `/home?${new URLSearchParams({ q: caseNumber }).toString()}` })
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: new RegExp(dv.search.card.content) })
    .click()
  await expect(paper(page)).toBeVisible()
  await notesButton(page).click()
  const paragraph = paper(page).locator('p').last()
  await paragraph.evaluate((element) => document.getSelection()?.selectAllChildren(element))
  await panel(page).getByRole('button', { name: words.add }).click()
  const writing = page.getByRole('dialog', { name: words.newTitle })
  await writing.getByLabel(words.title).fill('ދިގު ޚިޔާލު')
  await writing.getByLabel(words.description).fill('އިސްތިއުނާފުގައި ބޭނުންކުރުން')
  await writing.getByRole('radio', { name: dv.reader.categories.usul }).check()
  // Ctrl+F opens no search in the text behind the dialog.
  await writing.getByLabel(words.description).press('Control+f')
  await expect(writing.getByLabel(words.description)).toBeFocused()
  const question = page.getByRole('dialog', { name: dv.form.unsaved.title })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(2, 2),
    () => writing.getByRole('button', { name: words.cancel }).click(),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave()
    await question.getByRole('button', { name: dv.form.unsaved.stay }).click()
    await expect(question).toHaveCount(0)
    await expect(writing.getByLabel(words.title)).toHaveValue('ދިގު ޚިޔާލު')
  }

  await server.query(
    `update sessions set ended_at = now(), ended_why = 'owner'
      where ended_at is null and user_id = (select id from users where email = $1)`,
    [user],
  )
  await writing.getByRole('button', { name: words.save }).click()
  await expect(page.getByText(dv.reauth.lead)).toBeVisible()
  await page.getByLabel(dv.login.password, { exact: true }).pressSequentially(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(dv.reauth.lead)).toHaveCount(0)
  await writing.getByRole('button', { name: words.save }).click()
  await expect(card(page, 'ދިގު ޚިޔާލު')).toBeVisible()
  await expect(writing).toHaveCount(0)
})

test('a user who may not copy makes a note by keyboard on a phone', nightly, async ({ openPage, server }) => {
  const { reference } = await createCase(server)
  const page = await openText(openPage, reference, { user: readOnlyUser, width: 390, height: 844, theme: 'dark' })
  await notesButton(page).focus()
  await page.keyboard.press('Enter')
  await expectFocusIn(panel(page))
  await expect(panel(page).getByText(words.emptyParagraph)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(words.chooseParagraph)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const quote = dialog(page).getByText(paragraphs[1] ?? '')
  await expect(quote).toBeVisible()
  const { allowed, selected } = await quote.evaluate((element) => {
    document.getSelection()?.selectAllChildren(element)
    const names = ['selectstart', 'contextmenu', 'dblclick', 'copy', 'cut', 'dragstart']
    const isAllowed = (name: string) => element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))
    return { allowed: names.filter(isAllowed), selected: document.getSelection()?.toString() }
  })
  expect(allowed).toEqual([])
  expect(selected).toBe('')
  await fillNote(page, { title: 'ފޯނުން' })
  await page.keyboard.press('Control+Enter')
  await expect(card(page, 'ފޯނުން')).toBeVisible()
  expect(await drawn(page)).toEqual([paragraphs[1]])
  expect(await axe(page)).toEqual([])
  await expectNoOverflow(page)
  await card(page, 'ފޯނުން').getByRole('button', { name: 'ފޯނުން' }).focus()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expectFocusIn(notesButton(page))
  await server.query('update case_files set deleted_at = now() where reference = $1', [reference])
})
