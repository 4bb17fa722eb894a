import { randomInt } from 'node:crypto'
import { type ApiUser, expect, type Page, staff, subscriber, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { apiErrors } from '#shared/messages.ts'
import { routes } from '#web/platform/paths.ts'
import { png } from '#test/pictures.ts'
import { expectPath } from './pageActions.ts'
import type { TestServer } from './testServer.ts'
import { nightly } from './nightly.ts'

/** A text that is open while its case is fetched again in the background, or changed by others. */

const word = 'އިޖާރާ'
const sentence = `މި ގެދޮރުގެ ${word} ދައްކަންޖެހެއެވެ.`

/** A published case with a picture and a sentence. */
async function createCase(colleague: ApiUser) {
  const picture = await colleague.upload('caseFiles.case_content', png(8, 8), { name: 'a.png', type: 'image/png' })
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    title: 'ފޮޓޯ ހިމެނޭ މައްސަލަ',
    case_types: [1],
    case_numbers: [{ number: `${randomInt(1e6)}/Cv-C/2024` }],
    case_content: {
      content: [{ insert: { picture: { file: picture?.id ?? 0, alt: 'ޗާޓު' } } }, { insert: `\n${sentence}\n` }],
      footnotes: [],
      annotations: [],
    },
    published: true,
  })
  return String((await colleague.call('caseFiles/reference', { id }))['Reference'])
}

const paper = (page: Page) => page.getByRole('article', { name: dv.reader.label })
const tab = (page: Page, name: 'details' | 'text') => page.getByRole('tab', { name: dv.viewer[name] })
const pictureLink = (page: Page) => paper(page).getByRole('img', { name: 'ޗާޓު' }).getAttribute('src')

/** The found texts in the page; a highlight can also have ranges of nodes that are no longer shown. */
const found = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('found') ?? [])].flatMap(({ startContainer, startOffset, endOffset }) =>
      startContainer.isConnected ? [startContainer.textContent?.slice(startOffset, endOffset)] : [],
    ),
  )

/** Goes to the details and back, when what was fetched is old enough to be fetched again. */
async function returnToText(page: Page) {
  await tab(page, 'details').click()
  await expect(paper(page)).toHaveCount(0)
  await page.clock.setSystemTime(Date.now() + 2 * 60_000)
  await tab(page, 'text').click()
}

test('find, the menu of the selection and the copy rules work in a text whose pictures have new links after it was fetched again', async ({
  openPage,
  colleague,
}) => {
  const reference = await createCase(colleague)
  const page = await openPage({ user: subscriber, isolated: true, path: `/case?ref=${reference}&tab=text` })
  await expect(paper(page)).toContainText(sentence)
  const link = await pictureLink(page)
  expect(link).toMatch(/^\/files\//)
  // Links differ by the second of their expiry.
  const htmlOf = async () =>
    (await colleague.call('g/find', { Type: 'CaseFile', Reference: reference, Text: true })).data?.['case_content']
  const html = await htmlOf()
  await expect.poll(htmlOf).not.toBe(html)

  await returnToText(page)
  await expect.poll(() => pictureLink(page)).not.toBe(link)
  await page.getByRole('textbox', { name: dv.reader.find }).fill(word)
  await expect.poll(() => found(page)).toEqual([word])

  await paper(page)
    .getByText(sentence)
    .evaluate((element) => document.getSelection()?.selectAllChildren(element))
  await expect(page.getByRole('menu', { name: readerStrings.dv.selection })).toBeVisible()
  const copied = page.waitForRequest('**/api/g/copy')
  await page.keyboard.press('Control+c')
  await copied
})

test('a page of the staff stays open when it cannot be fetched again', nightly, async ({ openPage }) => {
  const page = await openPage({ isolated: true, path: '/dp/faq' })
  const content = page.getByRole('article')
  await expect(content).toBeVisible()
  const text = (await content.textContent()) ?? ''
  await page.getByRole('link', { name: dv.entries.about }).last().click()
  await expectPath(page, routes.about)
  await expect(content).not.toHaveText(text)
  const refusal = { Status: 'error', code: 'not-allowed', Message: '', payload: { errors: {} } }
  await page.route('**/api/p/getDp', (route) => route.fulfill({ status: 403, json: refusal }))
  await page.clock.setSystemTime(Date.now() + 2 * 60_000)
  const refused = page.waitForResponse('**/api/p/getDp')
  await page.goBack()
  await (await refused).finished()
  await expect(content).toHaveText(text)
  await expect(page.getByText(dv.errors.title)).toHaveCount(0)
})

test('a text stays open when it cannot be fetched again', nightly, async ({ openPage, colleague }) => {
  const reference = await createCase(colleague)
  const page = await openPage({ user: subscriber, isolated: true, path: `/case?ref=${reference}&tab=text` })
  await expect(paper(page)).toContainText(sentence)
  const refusal = { Status: 'error', code: 'not-allowed', Message: '', payload: { errors: {} } }
  await page.route('**/api/g/find', (route) => route.fulfill({ status: 403, json: refusal }))
  const refused = page.waitForResponse('**/api/g/find')
  await returnToText(page)
  await (await refused).finished()
  await page.getByRole('textbox', { name: dv.reader.find }).fill(word)
  await expect.poll(() => found(page)).toEqual([word])
  await expect(page.getByText(dv.viewer.failed)).toHaveCount(0)
})

const reportErrors = (server: TestServer, ref: string, count: number) =>
  server.query(
    `insert into error_reports (case_file_id, user_id, paragraph, case_version, quote, message)
     select case_files.id, users.id, 3 + number, 1, '', 'ރަނގަޅުކުރަންޖެހޭ'
       from case_files, users, generate_series(1, $3::integer) as number
      where reference = $1 and email = $2`,
    [ref, subscriber, count],
  )

test(
  'reported errors that cannot be fetched are not shown as none, and are fetched by a retry',
  nightly,
  async ({ openPage, server, colleague }) => {
    const ref = await createCase(colleague)
    await reportErrors(server, ref, 1)
    const page = await openPage({ user: staff })
    const refusal = { Status: 'error', code: 'not-allowed', Message: '', payload: { errors: {} } }
    await page.route('**/api/caseFiles/errorReports', (route) => route.fulfill({ status: 403, json: refusal }))
    await page.goto(`/case?ref=${ref}&tab=text`)
    await expect(page.getByRole('alert').filter({ hasText: readerStrings.dv.reportsFailed })).toBeVisible()
    await page.unroute('**/api/caseFiles/errorReports')
    await page.getByRole('button', { name: dv.actions.retry }).click()
    await expect(page.getByRole('region', { name: readerStrings.dv.reports(1) })).toBeVisible()
  },
)

test(
  'the text takes the focus when an error is marked as done and another user has marked the others',
  nightly,
  async ({ openPage, server, colleague }) => {
    const ref = await createCase(colleague)
    await reportErrors(server, ref, 2)
    const page = await openPage({ user: staff, path: `/case?ref=${ref}&tab=text` })
    const tools = readerStrings.dv
    const done = page.getByRole('region', { name: tools.reports(2) }).getByRole('button', { name: tools.reportDone })
    await expect(done).toHaveCount(2)
    await server.query(
      `update error_reports set done_at = now()
      where paragraph = 5 and case_file_id = (select id from case_files where reference = $1)`,
      [ref],
    )
    await done.first().press('Enter')
    await expect(done).toHaveCount(0)
    await expect(paper(page)).toBeFocused()
  },
)

const selectSentence = (page: Page) =>
  paper(page)
    .getByText(sentence)
    .evaluate((element) => document.getSelection()?.selectAllChildren(element))

test('the buttons of the note dialog stay visible on a low screen', nightly, async ({ openPage, colleague }) => {
  const reference = await createCase(colleague)
  const page = await openPage({ user: subscriber, path: `/case?ref=${reference}&tab=text` })
  await expect(paper(page)).toContainText(sentence)
  await selectSentence(page)
  await page.getByRole('menuitem', { name: readerStrings.dv.addNote }).click()
  await page.setViewportSize({ width: 1000, height: 420 })
  const save = page.getByRole('dialog').getByRole('button', { name: noteStrings.dv.save })
  await page.getByRole('dialog').getByLabel(noteStrings.dv.title).focus()
  await expect(save).toBeInViewport({ ratio: 1 })
})

test(
  'a note on a text that was changed meanwhile keeps its words and asks for its place in the new text',
  nightly,
  async ({ openPage, server, colleague }) => {
    const words = noteStrings.dv
    const reference = await createCase(colleague)
    const change = (added: string) =>
      server.query(`update case_files set case_content = $1 where reference = $2`, [
        JSON.stringify({ content: [{ insert: `${added}\n${sentence}\n` }], footnotes: [], annotations: [] }),
        reference,
      ])
    const page = await openPage({ user: subscriber, path: `/case?ref=${reference}&tab=text` })
    await expect(paper(page)).toContainText(sentence)
    const addNote = page.getByRole('menuitem', { name: readerStrings.dv.addNote })
    const writing = page.getByRole('dialog', { name: words.newTitle })
    const panel = page.getByRole('complementary', { name: words.own })

    await test.step('the words of the note are kept when it is refused, and it is saved on the chosen paragraph', async () => {
      await selectSentence(page)
      await addNote.click()
      await writing.getByLabel(words.title).fill('ކުލީގެ ޚިޔާލު')
      await writing.getByRole('radio', { name: dv.reader.categories.usul }).check()
      await writing.getByLabel(words.description).fill('އިސްތިއުނާފުގައި ބޭނުންކުރުން')
      await change('އައު ފެށުން')
      await writing.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(apiErrors['text-changed'][1], { exact: true })).toBeVisible()
      await expect(page.getByText(words.chooseText)).toBeVisible()
      await expect(paper(page)).toContainText('އައު ފެށުން')
      await paper(page).getByText(sentence).click()
      await expect(writing.getByLabel(words.title)).toHaveValue('ކުލީގެ ޚިޔާލު')
      await writing.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      await expect(writing).toHaveCount(0)
    })

    await test.step('no note is begun on a text that is known to be outdated', async () => {
      await change('އެހެން ފެށުން')
      await page.getByTitle(words.own, { exact: true }).click()
      await panel.getByRole('button', { name: 'ކުލީގެ ޚިޔާލު' }).click()
      await panel.getByRole('button', { name: words.edit }).click()
      await page.getByRole('dialog').getByRole('button', { name: words.save }).click()
      await expect(panel.getByText(words.textChanged)).toBeVisible()
      await panel.getByRole('button', { name: dv.actions.close }).click()
      await selectSentence(page)
      await addNote.click()
      await expect(panel.getByText(words.textChanged)).toBeVisible()
      await expect(writing).toHaveCount(0)
      await panel.getByRole('button', { name: words.reload }).click()
      await expect(paper(page)).toContainText('އެހެން ފެށުން')
      await expect(panel.getByRole('heading').first()).toBeFocused()
    })
  },
)

test('what is written in a note is saved although the note was changed, and then deleted, elsewhere', async ({
  openPage,
  server,
  colleague,
  apiUser,
}) => {
  const words = noteStrings.dv
  const Reference = await createCase(colleague)
  const page = await openPage({ user: subscriber, path: `/case?ref=${Reference}&tab=text` })
  const panel = page.getByRole('complementary', { name: words.own })
  const dialog = page.getByRole('dialog')
  const description = dialog.getByLabel(words.description)
  const save = () => dialog.getByRole('button', { name: words.save }).click()
  const elsewhere = await apiUser(subscriber)
  const notes = async () => (await server.query('select uid, description from notes where title = $1', [Reference]))[0]

  await paper(page)
    .getByText(sentence)
    .evaluate((element) => document.getSelection()?.selectAllChildren(element))
  await page.getByRole('menuitem', { name: readerStrings.dv.addNote }).click()
  await dialog.getByLabel(words.title).fill(Reference)
  await dialog.getByRole('radio', { name: dv.reader.categories.usul }).check()
  await description.fill('ފުރަތަމަ')
  await save()
  await expect(dialog).toHaveCount(0)
  await page.getByTitle(words.own, { exact: true }).click()
  await panel.getByRole('button', { name: Reference }).click()
  const edit = async (text: string) => {
    await panel.getByRole('button', { name: words.edit }).click()
    await description.fill(text)
  }

  await edit('މި ޓެބުގެ ޚިޔާލު')
  await server.query(`update notes set description = 'އެހެން ޓެބުގެ ޚިޔާލު', updated_at = now() where title = $1`, [Reference])
  await save()
  await expect(dialog.getByRole('alert')).toContainText(words.savedElsewhere)
  await expect(dialog.getByText('އެހެން ޓެބުގެ ޚިޔާލު')).toBeInViewport()
  await expect(description).toHaveValue('މި ޓެބުގެ ޚިޔާލު')
  await save()
  await expect(dialog).toHaveCount(0)
  expect(await notes()).toMatchObject({ description: 'މި ޓެބުގެ ޚިޔާލު' })

  await edit('ފޮހެފައިވާ ޚިޔާލު')
  await elsewhere.call('notes/delete', { uid: (await notes())?.['uid'] })
  await save()
  await expect(page.getByText(words.chooseText)).toBeVisible()
  await paper(page).getByText(sentence).click()
  await expect(description).toHaveValue('ފޮހެފައިވާ ޚިޔާލު')
  await save()
  await expect(dialog).toHaveCount(0)
  expect(await notes()).toMatchObject({ description: 'ފޮހެފައިވާ ޚިޔާލު' })
})
