import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { buildUser, password } from '../factories.ts'
import { pdf } from '../files.ts'
import { type Another, another } from './another.ts'
import { axe, home, type Look, newPage, signIn, startBrowser } from './browser.ts'
import { dialog } from './formActions.ts'
import { hasFocus } from './hands.ts'
import { choose, openList, pathOf, rowsOf, toast } from './lists.ts'

/** The file of a record that is saved: opened from where the record is read, and kept where there must be one. */

let browser: Browser
let colleague: Another

beforeAll(async () => {
  browser = await startBrowser()
  colleague = await another()
})
afterAll(() => browser.close())

const bytes = pdf(3000)

/** A case that was saved with its PDF. */
async function saveCase(title: string, number: string) {
  const file = await colleague.upload('caseFiles.pdf_file', bytes)
  const { id: type } = await colleague.save('caseTypes/create', { name: title })
  const filled = { court: 1, title, case_types: [type], case_numbers: [{ number }], pdf_file: file?.id }
  return colleague.save('caseFiles/create', filled)
}

/** The sheet of that case, for somebody who may read cases and nothing else. */
async function openSheet(number: string, look: Look = {}) {
  const page = await newPage(browser, look)
  const email = await buildUser(process.env['HUKUM_DATABASE_URL'] ?? '', { can: ['read-caseFiles'] })
  await signIn(page, email, password, { remember: true })
  await page.goto(`${home()}${pathOf('caseFiles')}?${new URLSearchParams({ Court: '1', search: number }).toString()}`)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await choose(page, 0, (look.language === 'en' ? en : dv).list.view)
  await dialog(page).getByText('a.pdf', { exact: true }).waitFor()
  return page
}

/** What the file of that case is called where it is opened. */
const nameOf = ({ files }: Pick<typeof dv, 'files'>) => `${files.open('a.pdf')} ${fileSize(bytes.length)}`
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

/** The file as the browser got it, in the tab that was opened for it. */
const isOpened = (page: Page) =>
  page.context().waitForEvent('response', (response) => new URL(response.url()).pathname.startsWith('/files/'))

test.each([
  ['dv', dv, '7201/Cv-C/2019', (open: Locator) => open.click()],
  ['en', en, '7202/Cv-C/2019', (open: Locator) => open.press('Enter')],
] as const)('the PDF of a case is opened from its sheet by whoever may only read it (%s)', async (language, words, number, press) => {
  await saveCase(`ކިޔޭ ފައިލު ${language}`, number)
  const page = await openSheet(number, { language })
  const open = button(page, nameOf(words))
  await open.waitFor()
  // In the direction of reading the name begins where its size does, whatever letters it is written in.
  const [name, size] = await open.locator('bdi').evaluateAll((parts, isRightToLeft) => parts.map((part) => {
    const letters = document.createRange()
    letters.selectNodeContents(part)
    const { left, right } = letters.getBoundingClientRect()
    return Math.round(isRightToLeft ? right : left)
  }), language === 'dv')
  expect(name).toBe(size)
  expect(await axe(page)).toEqual([])
  await expect.poll(async () => {
    await page.keyboard.press('Tab')
    return hasFocus(open)
  }).toBe(true)

  const tab = page.context().waitForEvent('page')
  const [response] = await Promise.all([isOpened(page), tab, press(open)])
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
}) // prettier-ignore

test('a file that cannot be opened from a sheet says so, and leaves no empty tab', async () => {
  await saveCase('ނުހުޅުވޭ ފައިލު', '7203/Cv-C/2019')
  const page = await openSheet('7203/Cv-C/2019')
  await page.route('**/api/files/link', (route) => route.abort())
  await button(page, nameOf(dv)).click()
  await toast(page, dv.errors.network).waitFor()
  await expect.poll(() => page.context().pages().length).toBe(1)
})

test('the file that an analysis must have is replaced, and never taken away', async () => {
  const { files, form, list } = dv
  const title = 'ބަދަލުކުރެވޭ ފައިލު'
  const file = await colleague.upload('analysis.pdf_file', bytes)
  const { id } = await colleague.save('analysis/create', { court: 1, title, pdf_file: file?.id })
  const page = await openList(browser, 'analysis', { Court: '1', Status: '', search: title })
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await choose(page, 0, list.edit)
  await button(page, files.open('a.pdf')).waitFor()
  expect(await button(page, files.remove('a.pdf')).count()).toBe(0)

  await dialog(page)
    .locator('[data-field="pdf_file"] input[type="file"]')
    .setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: pdf() })
  // What no record was saved with is the sender's to take back.
  await button(page, files.remove('new.pdf')).waitFor()
  await button(page, form.save).click()
  const kept = async () => (await colleague.call('analysis/find', { id })).data?.['pdf_file']
  await expect.poll(kept).toMatchObject({ name: 'new.pdf', type: 'Permanent' })
})

test('what may be sent is written in the direction of reading, its size in one piece', async () => {
  const title = 'ބޮޑުމިން ކިޔޭ ފައިލު'
  const file = await colleague.upload('analysis.pdf_file', bytes)
  await colleague.save('analysis/create', { court: 1, title, pdf_file: file?.id })
  const page = await openList(browser, 'analysis', { Court: '1', Status: '', search: title })
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await choose(page, 0, dv.list.edit)
  const zone = dialog(page).getByRole('button', { name: new RegExp(dv.files.drop) })
  const [kind = 0, number = 0, unit = 0] = await zone.locator('[id$="-kinds"]').evaluate((place) => {
    const [text] = place.childNodes
    const words = text?.textContent ?? ''
    return ['PDF', /\d+/.exec(words)?.[0] ?? '', 'MB'].map((part) => {
      const letters = document.createRange()
      if (!text) return undefined
      letters.setStart(text, words.indexOf(part))
      letters.setEnd(text, words.indexOf(part) + part.length)
      return letters.getBoundingClientRect().left
    })
  })
  // From the left: the number, its unit, and the kind with which the line begins at the right.
  expect([number, unit, kind]).toEqual([number, unit, kind].sort((one, other) => one - other))
})
