import { expect, type OpenPage, type Page, staff, test } from './fixtures.ts'
import { limits } from '#shared/limits.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { pdf } from '#test/files.ts'
import { hostile } from '#test/hostile.ts'
import { runHandlers } from './hostileTexts.ts'
import { nightly } from './nightly.ts'
import { axe, deferred, expectFocusIn } from './pageActions.ts'
import { formUrl } from './webFolder.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

const { files, form } = dv
const editor = editorStrings.dv
/** A PNG of one black pixel. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

type Before = (page: Page) => Promise<unknown>

async function open(
  openPage: OpenPage,
  query: Record<string, string | number>,
  language: 'dv' | 'en' = 'dv',
  before?: Before,
) {
  const page = await openPage({ language, user: staff })
  await before?.(page)
  await page.goto(formUrl({ mode: 'Create', ...query }))
  return page
}
const dialog = (page: Page) => page.getByRole('dialog').first()
const text = (page: Page) => dialog(page).locator('[contenteditable]').first()
const tool = (page: Page, name: keyof typeof editor.names) =>
  dialog(page).getByRole('toolbar').getByRole('button', { name: editor.names[name], exact: true })
const htmlOf = (page: Page) => text(page).evaluate((element) => element.innerHTML)

const paste = (page: Page, html: string) =>
  text(page).evaluate((element, markup) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', markup)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

test('the toolbar of the editor is one stop of the Tab key, and its arrow keys follow the reading direction', async ({
  openPage,
}) => {
  const page = await open(openPage, { resource: 'dynamicPages' })
  await expect(text(page)).toBeVisible()
  await expect(text(page)).toHaveAttribute('dir', 'rtl')
  // The form moves the focus once after it opens.
  const secondTool = async () => {
    await tool(page, 'undo').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  }
  await expect.poll(secondTool).toBe(editor.names.bold)
  await page.keyboard.press('Enter')
  await expectFocusIn(text(page))
  await page.keyboard.type('abc')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('d')
  await expect.poll(() => htmlOf(page)).toBe('<p lang="en" dir="ltr"><strong>abc</strong>d</p>')
  expect(await axe(page)).toEqual([])
})

test('headings, lists, links, languages and tables written in the editor are saved as clean HTML', async ({
  openPage,
}) => {
  const page = await open(openPage, { resource: 'dynamicPages' })
  await dialog(page).getByRole('textbox', { name: 'ނަން', exact: true }).fill('ތަޖުރިބާ')
  await dialog(page).getByRole('textbox', { name: 'ލިންކު', exact: true }).fill('editor-test')
  // A tool returns the focus to the text.
  const use = async (name: keyof typeof editor.names) => {
    await tool(page, name).click()
    await expectFocusIn(text(page))
  }
  await text(page).click()
  await use('large')
  await use('center')
  await page.keyboard.type('One')
  await page.keyboard.press('Enter')
  await use('english')
  await page.keyboard.type('Two')
  await page.keyboard.press('Enter')
  await tool(page, 'link').click()
  await dialog(page).getByLabel(editor.address).fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(editor.addressWrong)).toBeVisible()
  await dialog(page).getByLabel(editor.address).fill('example.mv')
  await page.keyboard.press('Enter')
  await expectFocusIn(text(page))
  await page.keyboard.press('Enter')
  await use('table')
  for (const cell of ['cell', 'two', 'three']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  expect(await axe(page)).toEqual([])

  const response = page.waitForResponse('**/api/dynamicPages/create')
  await dialog(page).getByRole('button', { name: form.save, exact: true }).click()
  expect((await response).status()).toBe(200)
  const sent = (await response).request().postDataJSON() as { page_content: string }
  expect(sent.page_content).toContain('<h1 class="ql-align-center">One</h1>')
  expect(sent.page_content).toContain('<bdi lang="en" dir="ltr">Two</bdi>')
  expect(sent.page_content).toContain('href="https://example.mv"')
  expect(sent.page_content).toMatch(/<th[^>]*><p>cell<\/p><\/th>/)
  expect(sent.page_content).not.toContain('style')
})

test('the field of the editor keeps its height while the editor is loading', nightly, async ({ openPage }) => {
  const script = deferred()
  const page = await open(openPage, { resource: 'dynamicPages' }, 'dv', (one) =>
    one.route('**/Editor-*.js', async (route) => {
      await script.promise
      await route.fallback()
    }),
  )
  const field = dialog(page).locator('[data-field="page_content"]')
  await expect(field.locator('[aria-busy="true"]')).toBeVisible()
  // The dialog is scaled while it opens; `offsetHeight` is not.
  const height = () => field.evaluate((one: HTMLElement) => one.offsetHeight)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const before = await height()
  script.resolve()
  await expect(text(page)).toBeVisible()
  expect(await height()).toBe(before)
})

test('the editor uploads a picture, asks for its description, and reports a failed upload', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'dynamicPages' })
  await text(page).click()
  const send = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await tool(page, 'picture').click()
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
  }
  await send('broken.png', Buffer.from('no picture'))
  await expect(page.getByRole('region', { name: dv.toasts.label }).getByText(editor.uploadFailed)).toBeVisible()

  await send('point.png', point)
  // The description is Dhivehi on any keyboard.
  await expect(dialog(page).getByLabel(editor.alt)).toHaveAttribute('data-typing', 'thaana')
  await dialog(page).getByLabel(editor.alt).fill('A point')
  await page.keyboard.press('Enter')
  const picture = text(page).getByRole('img', { name: 'A point' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('the editor turns the lists of Word into lists, and drops the styles', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'dynamicPages' })
  await text(page).click()
  await paste(
    page,
    `<style>p { color: red }</style><!--[if gte mso 9]><xml>x</xml><![endif]-->
       <p class=MsoNormal>First</p>
       <p class=MsoNormal style="text-align:center;mso-margin:1"><b><span style="font-family:Faruma">Head</span></b><o:p></o:p></p>
       <p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span>&nbsp;</span></span>one</p>
       <p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.<span>&nbsp;</span></span>two</p>`,
  )
  await expect.poll(() => htmlOf(page)).toContain('two')
  // The direction of a block in English is drawn, and not stored.
  const html = (await htmlOf(page)).replace(/>\s+</g, '><').replaceAll(' lang="en" dir="ltr"', '')
  expect(html).toContain('<p class="ql-align-center"><strong>Head</strong></p>')
  expect(html).toContain('<ol><li><p>one</p></li><li><p>two</p></li></ol>')
  expect(html).not.toMatch(/style|Mso|red/)
})

test('the editor runs nothing of hostile pasted HTML', nightly, async ({ openPage }) => {
  // Without the policy of the server, which would block what the editor lets through.
  const page = await openPage({
    user: staff,
    bypassCSP: true,
    path: formUrl({ resource: 'dynamicPages', mode: 'Create' }),
  })
  await text(page).click()
  for (const markup of hostile) await paste(page, markup)
  await runHandlers(page)
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  const harmful = await text(page).evaluate((element) =>
    [...element.querySelectorAll('*')]
      .filter(
        (one) =>
          /^(script|svg|math|iframe|style|object|embed|form|base|link|meta)$/i.test(one.tagName) ||
          one.getAttributeNames().some((name) => /^(on|style$|target$|srcset$)/.test(name)) ||
          (one.hasAttribute('src') && one.tagName !== 'IMG') ||
          /^(?!https:|mailto:|\/[^/\\])/.test(one.getAttribute('href') ?? 'https:'),
      )
      .map((one) => one.outerHTML),
  )
  expect(harmful).toEqual([])
})

test('the editor takes keys in a text of five thousand words', nightly, async ({ openPage }) => {
  const page = await open(openPage, { resource: 'dynamicPages' })
  await text(page).click()
  await paste(page, `<p>${'ޙުކުމް އަދި ޤާނޫނު '.repeat(20)}</p>`.repeat(84))
  await page.keyboard.type('a letter of thirty letters here')
  await expect(text(page)).toContainText('a letter of thirty letters here')
})

const kinds = stripDirectionMarks(files.wrongKind('PDF'))
const choose = async (page: Page, name: string, buffer: Buffer) => {
  const chooser = page.waitForEvent('filechooser')
  await dialog(page)
    .getByRole('button', { name: new RegExp(files.drop) })
    .click()
  await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer })
}
const remove = (page: Page, name: string) => dialog(page).getByRole('button', { name: files.remove(name) })

test('an upload of a form begins at once, is refused with a reason, and is removed after a confirmation', async ({
  openPage,
}) => {
  const page = await open(openPage, { resource: 'analysis' })
  await choose(page, 'picture.png', point)
  await expect(dialog(page).getByText(kinds)).toBeVisible()
  await choose(page, 'broken.pdf', Buffer.from('no PDF at all'))
  await expect(dialog(page).getByRole('button', { name: files.retry('broken.pdf') })).toBeVisible()
  await choose(page, 'report.pdf', pdf(3000))
  await expect(dialog(page).getByText(files.temp)).toBeVisible()
  await expect(dialog(page).getByText(fileSize(pdf(3000).length))).toBeVisible()
  expect(await axe(page)).toEqual([])

  await remove(page, 'report.pdf').click()
  // Without an answer it would be repeated for a while.
  const refusal = { Status: 'error', Message: 'It is in use.', code: 'in-use', payload: { errors: {} } }
  await page.route('**/api/files/delete', (route) => route.fulfill({ status: 422, json: refusal }))
  await page.getByRole('button', { name: dv.actions.yes, exact: true }).click()
  await expect(page.getByRole('region', { name: dv.toasts.label }).getByText(refusal.Message)).toBeVisible()
  await expect(remove(page, 'report.pdf')).toBeVisible()

  await page.unroute('**/api/files/delete')
  await remove(page, 'report.pdf').click()
  await page.getByRole('button', { name: dv.actions.yes, exact: true }).click()
  await expect(remove(page, 'report.pdf')).toHaveCount(0)
})

test('a running upload is cancelled', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'analysis' })
  await page.route('**/api/files/upload', () => undefined)
  await choose(page, 'slow.pdf', pdf())
  await expect(dialog(page).getByRole('progressbar', { name: files.uploading('slow.pdf') })).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: files.cancel('slow.pdf') })
    .click()
  await expect(dialog(page).getByText('slow.pdf')).toHaveCount(0)
})

test(
  'an upload that makes no progress until the time limit of a request fails, and can be repeated',
  nightly,
  async ({ openPage }) => {
    const page = await open(openPage, { resource: 'analysis' }, 'dv', (one) => one.clock.install())
    const isSent = page.waitForRequest('**/api/files/upload')
    await page.route('**/api/files/upload', () => undefined, { times: 1 })
    await choose(page, 'stalled.pdf', pdf(4000))
    await isSent
    await page.clock.fastForward(limits.request.timeout_ms)
    await dialog(page)
      .getByRole('button', { name: files.retry('stalled.pdf') })
      .click()
    await expect(remove(page, 'stalled.pdf')).toBeVisible()
  },
)

test('a dropped file is uploaded', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'analysis' })
  const zone = dialog(page).getByRole('button', { name: new RegExp(files.drop) })
  await zone.evaluate(
    (element, bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.pdf', { type: 'application/pdf' }))
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    [...pdf()],
  )
  await expect(remove(page, 'dropped.pdf')).toBeVisible()
})
