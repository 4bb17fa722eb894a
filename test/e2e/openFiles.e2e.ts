import { chromium } from '@playwright/test'
import { type ApiUser, expect, type Locator, type OpenPage, type Page, type PageOptions, test } from './fixtures.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf, readablePdf } from '#test/files.ts'
import { launchOptions } from './chromium.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import type { TestServer } from './testServer.ts'
import { axe } from './pageActions.ts'
import { dialog } from './formActions.ts'
import { hasFocus } from './inputMethods.ts'
import { choose, openList, pathOf, rowsOf, toast } from './listActions.ts'

/** Files of saved records: opened from the view dialog, replaced in the form. */

const bytes = pdf(3000)

/** Creates a case with a PDF. */
async function saveCase(colleague: ApiUser, title: string, number: string) {
  const file = await colleague.upload('caseFiles.pdf_file', bytes)
  const { id: type } = await colleague.save('caseTypes/create', { name: title })
  const filled = { court: 1, title, case_types: [type], case_numbers: [{ number }], pdf_file: file?.id }
  return colleague.save('caseFiles/create', filled)
}

/** Opens the view dialog of a case for a user who may only read cases. */
async function openDetails(openPage: OpenPage, server: TestServer, number: string, look: PageOptions = {}) {
  const user = await buildUser(server.databaseUrl, { can: ['read-caseFiles'] })
  const page = await openPage({ ...look, user, password })
  await page.goto(`${pathOf('caseFiles')}?${new URLSearchParams({ Court: '1', search: number }).toString()}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, (look.language === 'en' ? en : dv).list.view)
  await expect(dialog(page).getByText('a.pdf', { exact: true })).toBeVisible()
  return page
}

/** The accessible name of the link to the file. */
const nameOf = ({ files }: Pick<typeof dv, 'files'>) =>
  stripDirectionMarks(files.open(`a.pdf ${fileSize(bytes.length)}`))
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

/** The response with the file, in the tab that was opened for it. */
const fileResponse = (page: Page) =>
  page.context().waitForEvent('response', (response) => new URL(response.url()).pathname.startsWith('/files/'))

for (const [language, words, number, press] of [
  ['dv', dv, '7201/Cv-C/2019', (open: Locator) => open.click()],
  ['en', en, '7202/Cv-C/2019', (open: Locator) => open.press('Enter')],
] as const)
  test(
    `the PDF of a case is opened from its details by a user who may only read it (${language})`,
    nightlyUnless(language === 'dv'),
    async ({ openPage, server, colleague }) => {
      await saveCase(colleague, `ކިޔޭ ފައިލު ${language}`, number)
      const page = await openDetails(openPage, server, number, { language })
      const open = button(page, nameOf(words))
      await expect(open).toBeVisible()
      // In the reading direction the name and the size begin at one edge, in either script.
      const [name, size] = await open.locator('bdi').evaluateAll(
        (parts, isRightToLeft) =>
          parts.map((part) => {
            const letters = document.createRange()
            letters.selectNodeContents(part)
            const { left, right } = letters.getBoundingClientRect()
            return Math.round(isRightToLeft ? right : left)
          }),
        language === 'dv',
      )
      expect(name).toBe(size)
      expect(await axe(page)).toEqual([])
      await expect
        .poll(async () => {
          await page.keyboard.press('Tab')
          return hasFocus(open)
        })
        .toBe(true)

      const tab = page.context().waitForEvent('page')
      const [response] = await Promise.all([fileResponse(page), tab, press(open)])
      expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
    },
  )

test(
  'a file whose tab the browser blocks is opened from the toast that says so',
  nightly,
  async ({ openPage, server, colleague }) => {
    await saveCase(colleague, 'މަނާކުރެވުނު ޓެބު', '7204/Cv-C/2019')
    const page = await openDetails(openPage, server, '7204/Cv-C/2019')
    await page.evaluate(() => {
      const open = window.open.bind(window)
      window.open = () => {
        window.open = open
        return null
      }
    })
    await button(page, nameOf(dv)).click()
    await expect(toast(page, dv.errors.tabBlocked)).toBeVisible()
    const openFromToast = page.getByRole('button', { name: dv.viewer.openInNewTab })
    const [response] = await Promise.all([fileResponse(page), openFromToast.click()])
    expect(response.status()).toBe(200)
  },
)

test('the viewer of Chromium shows a PDF under the policy of files, which runs and requests nothing', async ({
  server,
  colleague,
}) => {
  const uploaded = await colleague.upload('caseFiles.pdf_file', readablePdf('Judgment'))
  // The headless shell of the other tests has no viewer.
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ ...launchOptions, executablePath, channel: 'chromium' })
  const page = await browser.newPage()
  const address = server.address + String(uploaded?.link)
  const { headers } = await fetch(address)
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/)
  await page.goto(address)
  const viewer = () => page.frames().find((frame) => frame.url().startsWith('chrome-extension:'))
  await expect.poll(viewer).toBeDefined()
  await expect(viewer()?.locator('#pagelength') ?? page.locator('none')).toHaveText('1')
  await browser.close()
})

test(
  'a file that cannot be opened reports it, and leaves no empty tab',
  nightly,
  async ({ openPage, server, colleague }) => {
    await saveCase(colleague, 'ނުހުޅުވޭ ފައިލު', '7203/Cv-C/2019')
    const page = await openDetails(openPage, server, '7203/Cv-C/2019')
    await page.route('**/api/files/link', (route) => route.abort())
    await button(page, nameOf(dv)).click()
    await expect(toast(page, dv.errors.network)).toBeVisible()
    await expect.poll(() => page.context().pages().length).toBe(1)
  },
)

test('the required file of an analysis can be replaced, but not removed', nightly, async ({ openPage, colleague }) => {
  const { files, form, list } = dv
  const title = 'ބަދަލުކުރެވޭ ފައިލު'
  const file = await colleague.upload('analysis.pdf_file', bytes)
  const { id } = await colleague.save('analysis/create', {
    court: 1,
    title,
    pdf_file: file?.id,
    accept_duplicate: true,
  })
  const page = await openList(openPage, 'analysis', { Court: '1', Status: '', search: title })
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, list.edit)
  await expect(button(page, files.open('a.pdf'))).toBeVisible()
  await expect(button(page, files.remove('a.pdf'))).toHaveCount(0)

  await dialog(page)
    .locator('[data-field="pdf_file"] input[type="file"]')
    .setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: pdf() })
  // An upload that is not saved yet can be removed by its sender.
  await expect(button(page, files.remove('new.pdf'))).toBeVisible()
  await button(page, form.save).click()
  const current = async () => (await colleague.call('analysis/find', { id })).data?.['pdf_file']
  await expect.poll(current).toMatchObject({ name: 'new.pdf', type: 'Permanent' })
})

test('the size limit of an upload is one unit in the reading direction', nightly, async ({ openPage, colleague }) => {
  const title = 'ބޮޑުމިން ކިޔޭ ފައިލު'
  const file = await colleague.upload('analysis.pdf_file', bytes)
  await colleague.save('analysis/create', { court: 1, title, pdf_file: file?.id, accept_duplicate: true })
  const page = await openList(openPage, 'analysis', { Court: '1', Status: '', search: title })
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, dv.list.edit)
  const zone = dialog(page).getByRole('button', { name: new RegExp(dv.files.drop) })
  const [kind = 0, number = 0, unit = 0] = await zone.locator('[id$="-kinds"]').evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    return [/PDF/, /\d+/, /MB/].map((part) => {
      const text = texts.find(({ data }) => part.test(data))
      if (!text) return undefined
      const letters = document.createRange()
      letters.setStart(text, text.data.search(part))
      letters.setEnd(text, text.data.search(part) + 2)
      return letters.getBoundingClientRect().left
    })
  })
  // From the left: the number, its unit, and the file kind, with which the line begins at the right.
  expect([number, unit, kind]).toEqual([number, unit, kind].sort((one, other) => one - other))
})
