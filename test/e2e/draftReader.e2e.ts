import { type ApiUser, expect, type OpenPage, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { png } from '#test/pictures.ts'
import { choose, openList, openReadableCase, rowsOf } from './listActions.ts'
import { deferred, onPaper } from './pageActions.ts'
import type { TestServer } from './testServer.ts'
import { nightly } from './nightly.ts'

/** The text of a judgment that staff open over a list. */

const sentence = 'ކުލީގެ އެއްބަސްވުމެއް އެބައޮތެވެ.'

/** An analysis of the first court without a case number, with a picture and a footnote in its text. */
async function createDraft(server: TestServer, colleague: ApiUser, title: string) {
  const picture = await colleague.upload('analysis.case_content', png(8, 8), { name: 'a.png', type: 'image/png' })
  const content = [
    { insert: { picture: { file: picture?.id ?? 0, alt: 'ޗާޓު' } } },
    { insert: '\n' },
    { insert: sentence },
    { insert: { footnote: 'a' } },
    { insert: '\n' },
  ]
  await server.query(
    `with pdf as (
       insert into files (sha256, name, media_type, size, type)
       values (sha256($1::bytea), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id)
     insert into analysis (court_id, pdf_file_id, status, title, case_content) select 1, id, 'Analyzed', $2, $3 from pdf`,
    [Buffer.from(title), title, JSON.stringify({ content, footnotes: [{ key: 'a', content: 'ނޯޓު' }], annotations: [] })],
  )
  return () => server.query('update analysis set deleted_at = now() where title = $1', [title])
}

async function openDraft(openPage: OpenPage, title: string) {
  const page = await openList(openPage, 'analysis', { Court: '1', Status: '', search: title })
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, dv.list.read)
  await expect(paper(page)).toContainText(sentence)
  return page
}

const paper = (page: Page) => page.getByRole('article', { name: dv.reader.label })

test('the reader of a draft shows its pictures, and Escape closes the dialog only when nothing in it uses the key', async ({
  openPage,
  server,
  colleague,
}) => {
  const title = 'ފޮޓޯ ހިމެނޭ ޑްރާފްޓު'
  const remove = await createDraft(server, colleague, title)
  const page = await openDraft(openPage, title)
  const picture = paper(page).getByRole('img', { name: 'ޗާޓު' })
  await expect(picture).toHaveAttribute('src', /^\/files\//)
  expect((await page.request.get((await picture.getAttribute('src')) ?? '')).status()).toBe(200)

  const find = page.getByRole('textbox', { name: dv.reader.find })
  await find.fill('އެއްބަސް')
  await find.press('Escape')
  await expect(find).toHaveValue('')
  await expect(paper(page)).toBeVisible()

  const footnote = page.getByRole('dialog', { name: dv.reader.footnote(1) })
  await paper(page)
    .getByRole('button', { name: dv.reader.footnote(1), exact: true })
    .click()
  await expect(footnote).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(footnote).toHaveCount(0)
  await expect(paper(page)).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(paper(page)).toHaveCount(0)
  await remove()
})

test(
  'a draft without a court and a case number prints neither, and a long title without a space is cut',
  nightly,
  async ({ openPage, server, colleague }) => {
    const title = 'ޤާނޫނު'.repeat(12)
    const remove = await createDraft(server, colleague, title)
    const page = await openDraft(openPage, title)
    const printed = await onPaper(page, async () => {
      await expect(page.locator('[data-printed-page]')).toContainText(sentence)
      return page.locator('[data-printed-page]').evaluate((element) => ({
        facts: element.querySelectorAll('header dt').length,
        pictures: [...element.querySelectorAll('img')].map((picture) => picture.getAttribute('src')),
        style: document.adoptedStyleSheets
          .map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join())
          .join(),
      }))
    })
    expect(printed.facts).toBe(0)
    expect(printed.pictures).toEqual([expect.stringMatching(/^\/files\//)])
    expect(printed.style).toContain(`"${title.slice(0, 70)}\u00a0…"`)
    await remove()
  },
)

test(
  'a case whose reference cannot be fetched reports the failure and not that it is missing, and is opened by a retry',
  nightly,
  async ({ openPage, server }) => {
    const page = await openReadableCase(openPage, server)
    const held = deferred()
    const refusal = { Status: 'error', code: 'too-many', Message: 'މަޑުކުރައްވާ', payload: { errors: {} } }
    await page.route('**/api/caseFiles/reference', async (route) => {
      await held.promise
      await route.fulfill({ status: 429, json: refusal })
    })
    await choose(page, 0, dv.list.read)
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByRole('status').filter({ hasText: dv.page.loading })).toBeAttached()
    held.resolve()
    await expect(viewer.getByText(dv.viewer.failed)).toBeVisible()
    await expect(viewer.getByText(dv.viewer.notFound)).toHaveCount(0)
    await page.unroute('**/api/caseFiles/reference')
    await viewer.getByRole('button', { name: dv.actions.retry }).click()
    await expect(paper(page)).toBeVisible()
  },
)
