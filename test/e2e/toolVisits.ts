import { type Browser, expect } from '@playwright/test'
import type { Delta } from '#shared/delta/delta.ts'
import { formUrl } from './webFolder.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { printStrings } from '#web/platform/strings/printStrings.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { readablePdf } from '#test/files.ts'
import { deleteAnalyses } from './analyses.ts'
import { type ApiUser, staff, subscriber } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { nextFrame } from './legalEditorActions.ts'
import { choose, expectLoaded, pathOf } from './listActions.ts'
import { buildReviewed } from './reviewedAnalysis.ts'
import type { Visit, Visitor } from './screenVisits.ts'
import type { TestServer } from './testServer.ts'
import { caseNumber } from './searchActions.ts'

/** Visits of what users work with: the steps of a registration, the editor of judgments, the review, uploads, notes. */

type Tools = { server: TestServer; colleague: ApiUser; browser: Browser }

export const toolVisits: readonly Visit<Visitor & Tools>[] = [
  { name: 'registration', run: visitRegistration },
  { name: 'editor of judgments', user: staff, run: visitEditor },
  { name: 'review', user: staff, run: visitReview },
  { name: 'uploads', user: staff, run: visitUploads },
  { name: 'tools of the reader', user: subscriber, run: visitReaderTools },
  { name: 'states of a list', user: staff, run: visitListStates },
]

const below = (count: number) => Math.floor(Math.random() * count)
/** As long as those of the busiest courts. */
const newNumber = () => `${1000 + below(9000)}/Cv-C/${1950 + below(50)}`

async function visitRegistration({ page, strings, server, check }: Visitor & Tools) {
  const { register, login, code } = strings
  for (const path of ['/confirm-email', '/revert-email', '/change-password', '/forgot-password']) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await check(path.slice(1))
  }
  await page.goto('/login')
  await page.getByLabel(login.email).fill(subscriber)
  await page.getByLabel(login.password, { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await check('login, refused')

  const email = `visit-${crypto.randomUUID()}@hukum.test`
  await page.goto('/register')
  await page.getByLabel(login.email).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(code.label)).toBeVisible()
  await check('registration, code')
  await page.getByLabel(code.label).fill((await server.email(email, 'code')).code)
  await expect(page.getByLabel(register.name)).toBeVisible()
  await page.getByRole('button', { name: register.submit, exact: true }).click()
  await check('registration, person')
}

const paragraph = 'މި މައްސަލައިގައި ދަޢުވާކުރާ ފަރާތުން ހުށަހެޅި ލިޔުންތަކަށް ބެލިއިރު، ކުލީގެ އެއްބަސްވުމެއް އެބައޮތެވެ.'
const annotation = { key: 'k', type: 'general', title: 'އެއްބަސްވުން', category: 'usul', content: paragraph } as const
const judgment: Delta = {
  content: [
    { insert: 'ދަޢުވާގެ ޚުލާޞާ' },
    { insert: '\n', attributes: { header: 1 } },
    { insert: 'މި މައްސަލައިގައި ' },
    { insert: 'ކުލީގެ އެއްބަސްވުމެއް', attributes: { annotation: 'k' } },
    { insert: ` އެބައޮތެވެ. 2013/HC-A/80 ޤަޟިއްޔާއާއި ` },
    { insert: caseNumber, attributes: { case_number: caseNumber } },
    { insert: { footnote: 'a' } },
    { insert: '\n', attributes: { paragraph: 1 } },
    { insert: paragraph },
    { insert: '\n', attributes: { paragraph: 1 } },
    { insert: 'ފުރަތަމަ ނުކުތާ' },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: 'The tenant paid 12,500.00 in 2021' },
    { insert: '\n', attributes: { direction: 'ltr' } },
    { insert: 'އަހަރު' },
    { insert: '\n', attributes: { table: 'r' } },
    { insert: '2021' },
    { insert: '\n', attributes: { table: 'r' } },
    { insert: 'ޙުކުމް' },
    { insert: '\n', attributes: { header: 2 } },
    ...Array.from({ length: 12 }, (_, at) => [
      { insert: paragraph },
      { insert: '\n', attributes: { paragraph: at + 2 } },
    ]).flat(),
  ],
  footnotes: [{ key: 'a', content: 'ޤާނޫނު ނަންބަރު 10/2005 ގެ 4 ވަނަ މާއްދާ' }],
  annotations: [annotation],
}

async function visitEditor({ page, language, strings, colleague, check }: Visitor & Tools) {
  const words = legalEditorStrings[language]
  const aids = editorAidStrings[language]
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    title: paragraph,
    case_types: [1],
    case_numbers: [{ number: newNumber() }],
    case_content: judgment,
  })
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
  await dialog(page).getByRole('tab').last().click()
  const editor = dialog(page).locator('[data-legal-editor]')
  const text = editor.locator('[contenteditable]').first()
  const tool = (name: string) => editor.getByRole('toolbar').getByRole('button', { name, exact: true })
  await expect(text).toBeVisible()
  await expect(text.locator('[data-suggestion]').first()).toBeVisible()
  await check('judgment')
  await tool(words.names.more).click()
  await check('judgment, all tools')
  await tool(words.names.more).click()
  await text.getByText('ނުކުތާ').click()
  if (await tool(words.names.outline).isVisible()) {
    await tool(words.names.outline).click()
    await expect(editor.getByRole('navigation', { name: aids.outline.title })).toBeVisible()
    await check('judgment, outline')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(1)
  }
  await text.getByText('ނުކުތާ').click()
  await page.keyboard.press('Control+h')
  await editor.getByRole('textbox', { name: aids.find.label }).fill('hukum')
  await expect(editor.getByRole('search').getByRole('status')).toContainText('/')
  await check('judgment, find and replace')
  await page.keyboard.press('Escape')
  await expect(editor.getByRole('search')).toHaveCount(0)
  await text.getByText('ނުކުތާ').click()
  for (const key of ['End', 'Shift+Home']) {
    await page.keyboard.press(key)
    await nextFrame(page)
  }
  await page.keyboard.press('Control+Alt+m')
  const form = page.getByRole('dialog', { name: words.annotation.add })
  await expect(form).toBeVisible()
  await form.getByRole('button').last().click()
  await check('judgment, annotation')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await tool(words.names.fullScreen).click()
  await check('judgment, full screen')
  await tool(words.names.leaveFullScreen).click()
  await text.getByText('ނުކުތާ').click()
  await page.keyboard.type('x')
  await dialog(page).getByRole('button', { name: strings.form.close, exact: true }).last().click()
  await expect(page.getByRole('dialog', { name: strings.form.unsaved.title })).toBeVisible()
  await check('judgment, unsaved')
}

async function visitReview({ page, language, strings, server, colleague, browser, check }: Visitor & Tools) {
  const words = reviewStrings[language]
  const number = newNumber()
  await buildReviewed({ browser, server, user: colleague }, number)
  await page.goto(
    `${pathOf('analysis')}?${new URLSearchParams({ Court: '1', Status: 'Analyzed', search: number }).toString()}`,
  )
  await expectLoaded(page)
  const rows = page.locator('[data-row], main article')
  await expect(rows).toHaveCount(1)
  await check('analyzed analysis')
  await choose(page, 0, strings.list.analysis.review, rows)
  const review = page.getByRole('dialog')
  await expect(review.locator('[data-review-text] [aria-current]')).toBeVisible()
  await check('review')
  await page.keyboard.press('F2')
  await expect(review.getByRole('textbox', { name: words.fixLabel })).toBeVisible()
  await check('review, correction')
  await page.keyboard.press('Escape')
  await review.getByRole('button', { name: words.finalize }).click()
  await expect(page.getByText(words.locked)).toBeVisible()
  await check('review, locked')
  await deleteAnalyses(server, [number])
}

async function visitUploads({ page, language, server, check }: Visitor & Tools) {
  const { upload } = analysisStrings[language]
  await page.goto(pathOf('analysis'))
  await expectLoaded(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: upload.choose }).press('Enter')
  const bytes = readablePdf(`visit ${crypto.randomUUID()}`)
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
  await (
    await chooser
  ).setFiles([
    file('upload-visit.pdf', bytes),
    file('upload-ދިވެހި ނަމެއް އޮންނަ ވަރަށް ދިގު ފައިލެއް 2021-SC-A-12.pdf', bytes),
    file('upload-text.pdf', Buffer.from('no PDF')),
  ])
  const panel = page.getByRole('region', { name: upload.title })
  await expect(panel.getByText(upload.noPdf)).toBeVisible()
  await expect(panel.getByText(upload.states.done).first()).toBeVisible()
  await check('uploads')
  await server.query(
    `update analysis set deleted_at = now()
      where pdf_file_id in (select id from files where name like 'upload-%') and deleted_at is null`,
  )
}

async function visitReaderTools({ page, language, strings, server, check }: Visitor & Tools) {
  const notes = noteStrings[language]
  const tools = readerStrings[language]
  const [made] = await server.query(
    `insert into case_files (court_id, title, published, case_content) values (1, $1, true, $2) returning reference`,
    [paragraph, JSON.stringify(judgment)],
  )
  await page.goto(`/case?ref=${String(made?.['reference'])}&tab=text`)
  const paper = page.getByRole('article', { name: strings.reader.label })
  await expect(paper).toBeVisible()
  await check('judgment of a reader')
  await page.getByRole('button', { name: tools.settings }).click()
  await expect(page.getByRole('dialog', { name: tools.settings })).toBeVisible()
  await check('reading settings')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: printStrings[language].print }).first().click()
  await expect(page.getByRole('dialog', { name: printStrings[language].title })).toBeVisible()
  await check('print')
  await page.keyboard.press('Escape')
  const select = () =>
    paper
      .locator('p[data-paragraph="2"]')
      .last()
      .evaluate((one) => document.getSelection()?.selectAllChildren(one))
  await select()
  const menu = page.getByRole('menu', { name: tools.selection })
  await expect(menu).toBeVisible()
  await check('selected text')
  await menu.getByRole('menuitem', { name: tools.report }).click()
  const report = page.getByRole('dialog', { name: tools.report })
  await report.getByRole('button', { name: tools.reportSend }).click()
  await check('error report')
  await page.keyboard.press('Escape')
  await expect(report).toHaveCount(0)
  await page.getByTitle(notes.own, { exact: true }).click()
  const panel = page.getByRole('complementary', { name: notes.own })
  await expect(panel).toBeVisible()
  await check('no notes')
  await select()
  await panel.getByRole('button', { name: notes.add }).click()
  await page.getByRole('dialog').getByRole('button', { name: notes.save }).click()
  await check('note, refused')
}

async function visitListStates({ page, strings, check }: Visitor & Tools) {
  const { list, form } = strings
  await page.goto(`${pathOf('caseFiles')}?search=qqqqqq`)
  await expect(page.getByText(list.nothing)).toBeVisible()
  await check('empty list')
  await page.route('**/api/caseFiles/get', () => undefined)
  await page.goto(pathOf('caseFiles'))
  await expect(page.locator('h1')).toBeVisible()
  await check('loading list')
  await page.unroute('**/api/caseFiles/get')
  await page.route('**/api/courts/get', (route) =>
    route.fulfill({ status: 500, json: { Status: 'error', Message: '', code: 'broken', payload: { errors: {} } } }),
  )
  await page.goto(pathOf('courts'))
  await expect(page.getByRole('alert').first()).toBeVisible()
  await check('failed list')
  await page.unroute('**/api/courts/get')
  await page.goto(formUrl({ resource: 'courts', mode: 'Create' }))
  await expect(dialog(page).locator('[data-field]').first()).toBeVisible()
  await dialog(page).getByRole('button', { name: form.save, exact: true }).click()
  await expect(dialog(page).getByRole('alert').first()).toBeVisible()
  await check('refused form')
}
