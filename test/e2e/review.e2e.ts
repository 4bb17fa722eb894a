import type { Route } from '@playwright/test'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { buildUser, password } from '#test/factories.ts'
import { endSessions } from './accountActions.ts'
import { expect, staff, test } from './fixtures.ts'
import { deleteAnalyses } from './analyses.ts'
import { choose, grid, openList, rowsOf, toast } from './listActions.ts'
import { axe, expectFocusIn } from './pageActions.ts'
import { paintedOrder } from './unisolatedNumbers.ts'
import { buildReviewed } from './reviewedAnalysis.ts'
import { nightly } from './nightly.ts'

const words = reviewStrings.dv

test('an analysis is reviewed by the keyboard and finalized', async ({ openPage, browser, server, apiUser }) => {
  const number = '4411/Cv-C/2021'
  const id = await buildReviewed({ browser, server, user: await apiUser(staff) }, number)
  const page = await openList(openPage, 'analysis', { Court: '1', Status: 'Analyzed', search: number })
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, dv.list.analysis.review)

  const review = page.getByRole('dialog')
  const now = review.locator('[data-review-text] [aria-current]')
  await expect(now).toHaveText('ޖަމްކޮށްފައިވާކަމެއް')
  await expect(review.locator('image').first()).toHaveAttribute('href', /^blob:/)
  expect(await axe(page)).toEqual([])
  // Each word is an element, and still they are painted as the phrase that they are.
  const phrase = 'Social Inquiry Report (SIR/22/0631)'
  const order = await paintedOrder(page, '[data-review-text] [role="group"] > :nth-child(14) p', phrase)
  expect(order.replaceAll(' ', '')).toBe(phrase.replaceAll(' ', ''))

  // The surer reading, at both alike places.
  await page.keyboard.press('Control+Enter')
  await expect(now).toHaveText('877/Cv€C/2019')
  await page.keyboard.press('2')
  await expect(now).toHaveText('އިޢުތިރާޒަށް')
  await page.keyboard.press('F2')
  const correction = review.getByRole('textbox', { name: words.fixLabel })
  await correction.fill('')
  await expect(review.getByRole('button', { name: words.remove })).toBeVisible()
  await correction.press('Enter')
  await expect(now).toHaveText('އަސާސި')
  await expect(review.locator('[data-review-text] del')).toHaveText('އިޢުތިރާޒަށް')
  await page.keyboard.press('Control+z')
  await expect(now).toHaveText('އިޢުތިރާޒަށް')
  await expect(review.locator('del')).toHaveCount(0)
  await page.keyboard.press('F2')
  await correction.fill('އިޢުތިރާޟަށް')
  // Neither another word, nor a closed review, nor finalizing takes what is written.
  await page.getByRole('button', { name: dv.actions.close, exact: true }).click()
  await page.getByRole('button', { name: dv.form.unsaved.stay }).click()
  await expect(page.getByRole('dialog', { name: dv.form.unsaved.title })).toHaveCount(0)
  await review.getByRole('button', { name: words.finalize }).click()
  await expect(page.getByText(words.lockedBy.written)).toBeVisible()
  await correction.press('Enter')
  await expect(now).toHaveText('އަސާސި')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+z')
  await expect(now).toHaveText('އަސާސި')
  await page.keyboard.press('Enter')
  await expect(now).toHaveText('އިންކާރެއް')
  await page.keyboard.press('Enter')
  await expect(review.getByText(words.isLineRight)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(review.getByText(words.allDone)).toBeVisible()
  await expect(review.getByRole('heading', { name: words.sampleTitle })).toBeVisible()

  await review.getByRole('button', { name: words.finalize }).click()
  await expect(page.getByText(words.locked)).toBeVisible()
  // Escape closes the reasons, and below the question, but not the review.
  await page.keyboard.press('Escape')
  await expect(page.getByText(words.locked)).toHaveCount(0)
  await review.getByRole('button', { name: words.leaveOut }).click()
  await review.getByRole('textbox', { name: words.reason }).fill('ވޯޓަރމާކެއް')
  await page.keyboard.press('Enter')
  await expect(review.getByText(words.decided)).toBeVisible()
  await review.getByRole('button', { name: words.undo, exact: true }).click()
  await review.getByRole('textbox', { name: words.reason }).fill('ވޯޓަރމާކެއް')
  await page.keyboard.press('Enter')
  await expect(review.getByText(words.decided)).toBeVisible()
  await review.getByRole('button', { name: words.finalize }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: words.confirmFinalize })).toHaveCount(0)
  await review.getByRole('button', { name: words.finalize }).click()
  const question = page.getByRole('dialog', { name: words.confirmFinalize })
  await expect(question).toContainText(words.finalizing(10))
  await page.getByRole('button', { name: dv.actions.yes }).click()
  await expect(toast(page, words.finalized)).toBeVisible()
  await expect(page.getByText(dv.list.nothing)).toBeVisible()
  await expectFocusIn(grid(page))

  const [made] = await server.query(
    'select case_content::text as text from case_files where id = (select case_file_id from analysis where id = $1)',
    [id],
  )
  expect(made?.['text']).toMatch(/ޖަމާކޮށްފައިވާކަމެއް.*އަސާސީ.*އިޢުތިރާޟަށް.*877\/Cv-C\/2019.*ޖަމާކޮށްފައިވާކަމެއް/)
  await page.getByRole('button', { name: words.openCaseFile }).click()
  const [{ id: caseFile } = {}] = await server.query('select case_file_id as id from analysis where id = $1', [id])
  await expect(page).toHaveURL(new RegExp(`/caseFiles\\?.*view=${String(caseFile)}`))
  await expect(page.getByRole('dialog')).toContainText('ކުލީގެ މައްސަލަ')
  await deleteAnalyses(server, [number])
})

test('a glyph without a letter is asked for by the keyboard, and its letter is stored for all files when an ended session is renewed', async ({
  openPage,
  browser,
  server,
  apiUser,
}) => {
  const number = '4412/Cv-C/2021'
  const id = await buildReviewed({ browser, server, user: await apiUser(staff) }, number)
  const outline = '0e2e000000000001'
  const glyph = { outline, box: { x: 300, y: 70, width: 9, height: 12 }, count: 3, letter: null }
  await server.query('update analysis_pages set unknown_glyphs = $2 where analysis_id = $1 and number = 1', [
    id,
    JSON.stringify([glyph]),
  ])
  const user = await buildUser(server.databaseUrl, { can: ['read-analysis', 'update-analysis', 'reanalyze-analysis'] })
  const search = { Court: '1', Status: 'Analyzed', search: number }
  const page = await openList(openPage, 'analysis', search, { user, password })
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, dv.list.analysis.review)
  const review = page.getByRole('dialog').first()
  await expect(review.locator('[data-review-text] [aria-current]')).toBeVisible()

  await page.keyboard.press('F8')
  const field = review.getByRole('textbox', { name: words.glyphLabel(1) })
  await expect(field).toBeFocused()
  await field.fill('ށ')
  // Removing the route before would let the call pass with the session that is to end.
  const endFirst = async (route: Route) => {
    await endSessions(server, user)
    await route.fallback()
  }
  await page.route('**/api/analysis/setLetter', endFirst, { times: 1 })
  const refused = page.waitForResponse('**/api/analysis/setLetter')
  await page.keyboard.press('Enter')
  expect((await refused).status()).toBe(401)
  await page.getByLabel(dv.login.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(review.getByText(words.outdated(1))).toBeVisible()
  expect(await axe(page)).toEqual([])
  await review.getByRole('button', { name: words.readAgain(1) }).click()
  await expect(toast(page, words.readingAgain(1))).toBeVisible()
  expect(await server.query('select text from glyph_letters where outline = $1', [outline])).toEqual([{ text: 'ށ' }])
  // The run that waits changes the analysis, and its page asks for it again.
  await page.goto('about:blank')
  await deleteAnalyses(server, [number])
})

test(
  'Ctrl+Z takes back the last correction that was stored, after another one was refused',
  nightly,
  async ({ openPage, browser, server, apiUser }) => {
    const number = '4414/Cv-C/2021'
    await buildReviewed({ browser, server, user: await apiUser(staff) }, number)
    const page = await openList(openPage, 'analysis', { Court: '1', Status: 'Analyzed', search: number })
    await expect(rowsOf(page)).toHaveCount(1)
    await choose(page, 0, dv.list.analysis.review)
    const now = page.getByRole('dialog').locator('[data-review-text] [aria-current]')
    await expect(now).toHaveText('ޖަމްކޮށްފައިވާކަމެއް')

    const stored = page.waitForResponse('**/api/analysis/correct')
    await page.keyboard.press('Enter')
    const { act } = (await stored).request().postDataJSON() as { act: string }
    const refusal = { Status: 'error', code: 'wrong-status', Message: 'ނުކުރެވޭނެ', payload: { errors: {} } }
    await page.route('**/api/analysis/correct', (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 })
    const reloaded = page.waitForResponse('**/api/analysis/review')
    await page.keyboard.press('Enter')
    await expect(toast(page, refusal.Message)).toBeVisible()
    await reloaded

    // On a French keyboard Z stands where W stands on an English one.
    const isHandled = (init: { key: string; code: string }) =>
      page.evaluate(
        (key) =>
          !document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { ctrlKey: true, bubbles: true, cancelable: true, ...key }),
          ),
        init,
      )
    expect(await isHandled({ key: 'w', code: 'KeyZ' })).toBe(false)
    const undone = page.waitForRequest('**/api/analysis/undoCorrection')
    expect(await isHandled({ key: 'z', code: 'KeyW' })).toBe(true)
    expect((await undone).postDataJSON()).toMatchObject({ act })
    await expect(now).toHaveText('ޖަމްކޮށްފައިވާކަމެއް')
    await deleteAnalyses(server, [number])
  },
)

test(
  'F2 moves the focus into the editor of a field or word, and Escape and Enter move it back',
  nightly,
  async ({ openPage, browser, server, apiUser }) => {
    const number = '4413/Cv-C/2021'
    const id = await buildReviewed({ browser, server, user: await apiUser(staff) }, number)
    await server.query(`insert into analysis_judges (analysis_id, name, position) values ($1, 'ނޭނގޭ މީހެއް', 0)`, [id])
    const page = await openList(openPage, 'analysis', { Court: '1', Status: 'Analyzed', search: number })
    await expect(rowsOf(page)).toHaveCount(1)
    await choose(page, 0, dv.list.analysis.review)
    const review = page.getByRole('dialog')
    const text = review.locator('[data-review-text]')
    await expect(text.locator('[aria-current]')).toBeVisible()

    await page.keyboard.press('F2')
    await expect(review.getByRole('textbox', { name: words.fixLabel })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()

    const title = review.locator('[data-review-field="title"]')
    await title.focus()
    const input = review.locator('aside form').getByRole('textbox')
    await page.keyboard.press('F2')
    await expect(input).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(title).toBeFocused()
    await page.keyboard.press('F2')
    await expect(input).toBeFocused()
    await page.keyboard.type('ކުލި')
    await page.keyboard.press('Enter')
    await expect(title).toBeFocused()
    await expect(title).toContainText('ކުލި')

    // An analysis with an unknown judge cannot be finalized: the question is not asked.
    await review.getByRole('button', { name: words.finalize }).click()
    await expect(page.getByText(stripDirectionMarks(words.lockedBy.judge('ނޭނގޭ މީހެއް')))).toBeVisible()
    await deleteAnalyses(server, [number])
  },
)

test(
  'a review refuses to store the text of a select that was not chosen, and stores a name that is still typed',
  nightly,
  async ({ openPage, browser, server, apiUser }) => {
    const number = '4415/Cv-C/2021'
    await buildReviewed({ browser, server, user: await apiUser(staff) }, number)
    const page = await openList(openPage, 'analysis', { Court: '1', Status: 'Analyzed', search: number })
    await expect(rowsOf(page)).toHaveCount(1)
    await choose(page, 0, dv.list.analysis.review)
    const review = page.getByRole('dialog').first()
    const court = review.locator('[data-review-field="court"]')
    const before = await court.textContent()
    await court.focus()
    await page.keyboard.press('F2')
    const editor = review.locator('aside form')
    const input = editor.getByRole('combobox')
    const store = editor.getByRole('button', { name: words.store })
    await input.fill('zzzz')
    await store.click()
    await expect(editor.getByRole('alert')).toHaveText(stripDirectionMarks(dv.form.notChosen('zzzz')))
    await expect(input).toBeFocused()

    await input.fill('yyyy')
    await page.getByRole('button', { name: dv.actions.close, exact: true }).click()
    await page.getByRole('button', { name: dv.form.unsaved.stay }).click()
    await expect(page.getByRole('dialog', { name: dv.form.unsaved.title })).toHaveCount(0)
    await expect(editor.getByRole('alert')).toHaveText(stripDirectionMarks(dv.form.notChosen('yyyy')))
    await store.click()
    await expect(input).toBeFocused()
    await store.click()
    await expect(editor).toHaveCount(0)
    await expect(court).toHaveText(before ?? '')

    const claimant = review.locator('[data-review-field="claimant"]')
    await claimant.focus()
    await page.keyboard.press('F2')
    await editor.getByRole('combobox').fill('ނަން ޢަލީ')
    await store.click()
    await expect(claimant).toContainText('ނަން ޢަލީ')
    await deleteAnalyses(server, [number])
  },
)
