import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { pdf } from '../files.ts'
import { hostile } from '../hostile.ts'
import { axe, gate, newPage, signIn, startBrowser, takesFocus } from './browser.ts'
import { buildStage, stageUrl } from './stage/build.ts'

const { editor, files, form } = dv
const pageLabel = 'ލިޔުން'
/** One black point. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

let browser: Browser
let put: Awaited<ReturnType<typeof buildStage>>

beforeAll(async () => {
  browser = await startBrowser()
  put = await buildStage()
})
afterAll(() => browser.close())

type Before = (page: Page) => Promise<unknown>

async function open(query: Record<string, string | number>, language: 'dv' | 'en' = 'dv', before?: Before) {
  const page = await newPage(browser, { language })
  await put(page)
  await signIn(page, 'admin@hukum.test', 'hukum-demo-2026', { remember: true })
  await before?.(page)
  await page.goto(stageUrl({ mode: 'Create', ...query }))
  return page
}
const dialog = (page: Page) => page.getByRole('dialog').first()
const text = (page: Page) => dialog(page).locator('[contenteditable]').first()
const tool = (page: Page, name: keyof typeof editor.names) =>
  dialog(page).getByRole('toolbar').getByRole('button', { name: editor.names[name], exact: true })
const htmlOf = (page: Page) => text(page).evaluate((place) => place.innerHTML)

const paste = (page: Page, html: string) =>
  text(page).evaluate((place, markup) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', markup)
    place.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

describe('the editor of rich text', () => {
  test('is one stop of the tab key, whose tools are led by arrows along the line of reading', async () => {
    const page = await open({ resource: 'dynamicPages' })
    await text(page).waitFor()
    expect(await text(page).getAttribute('dir')).toBe('rtl')
    // The form takes the focus once when it opens.
    const secondTool = async () => {
      await tool(page, 'undo').focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    }
    await expect.poll(secondTool).toBe(editor.names.bold)
    await page.keyboard.press('Enter')
    await takesFocus(text(page))
    await page.keyboard.type('abc')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('d')
    await expect.poll(() => htmlOf(page)).toBe('<p><strong>abc</strong>d</p>')
    expect(await axe(page)).toEqual([])
  })

  test('writes headings, lists, links, languages and tables, and what is saved comes back', async () => {
    const page = await open({ resource: 'dynamicPages' })
    await dialog(page).getByRole('textbox', { name: 'ނަން', exact: true }).fill('ތަޖުރިބާ')
    await dialog(page).getByRole('textbox', { name: 'ލިންކު', exact: true }).fill('editor-test')
    // A tool gives the focus back to the text.
    const use = async (name: keyof typeof editor.names) => {
      await tool(page, name).click()
      await takesFocus(text(page))
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
    await dialog(page).getByText(editor.addressWrong).waitFor()
    await dialog(page).getByLabel(editor.address).fill('example.mv')
    await page.keyboard.press('Enter')
    await takesFocus(text(page))
    await page.keyboard.press('Enter')
    await use('table')
    for (const cell of ['cell', 'two', 'three']) {
      await page.keyboard.type(cell)
      await page.keyboard.press('Tab')
    }
    expect(await axe(page)).toEqual([])

    const answer = page.waitForResponse('**/api/dynamicPages/create')
    await dialog(page).getByRole('button', { name: form.save, exact: true }).click()
    expect((await answer).status()).toBe(200)
    const sent = (await answer).request().postDataJSON() as { page_content: string }
    expect(sent.page_content).toContain('<h1 class="ql-align-center">One</h1>')
    expect(sent.page_content).toContain('<bdi lang="en" dir="ltr">Two</bdi>')
    expect(sent.page_content).toContain('href="https://example.mv"')
    expect(sent.page_content).toMatch(/<th[^>]*><p>cell<\/p><\/th>/)
    expect(sent.page_content).not.toContain('style')
  })

  test('holds its place while it is fetched: nothing under it jumps when it comes', async () => {
    const { promise: held, goOn } = gate()
    const page = await open({ resource: 'dynamicPages' }, 'dv', (one) =>
      one.route('**/Editor-*.js', async (route) => {
        await held
        await route.fallback()
      }),
    )
    const field = dialog(page).locator('[data-field="page_content"]')
    await field.locator('[aria-busy="true"]').waitFor()
    // The window grows while it opens; what it is laid out with does not.
    const height = () => field.evaluate((one: HTMLElement) => one.offsetHeight)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const before = await height()
    goOn()
    await text(page).waitFor()
    expect(await height()).toBe(before)
  })

  test('takes a picture, asks what it shows, and says when it could not be sent', async () => {
    const page = await open({ resource: 'dynamicPages' })
    await text(page).click()
    const send = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await tool(page, 'picture').click()
      await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
    }
    await send('broken.png', Buffer.from('no picture'))
    await page.getByRole('region', { name: dv.toasts.label }).getByText(editor.uploadFailed).waitFor()

    await send('point.png', point)
    // It is told in Dhivehi, on whatever keyboard.
    expect(await dialog(page).getByLabel(editor.alt).getAttribute('data-typing')).toBe('thaana')
    await dialog(page).getByLabel(editor.alt).fill('A point')
    await page.keyboard.press('Enter')
    const picture = text(page).getByRole('img', { name: 'A point' })
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  })

  test('makes lists of what Word calls lists, and drops what it says of their look', async () => {
    const page = await open({ resource: 'dynamicPages' })
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
    const html = (await htmlOf(page)).replace(/>\s+</g, '><')
    expect(html).toContain('<p class="ql-align-center"><strong>Head</strong></p>')
    expect(html).toContain('<ol><li><p>one</p></li><li><p>two</p></li></ol>')
    expect(html).not.toMatch(/style|Mso|red/)
  })

  test('lets nothing run of whatever is pasted', async () => {
    const page = await open({ resource: 'dynamicPages' })
    await text(page).click()
    for (const markup of hostile) await paste(page, markup)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    const harmful = await text(page).evaluate((place) =>
      [...place.querySelectorAll('*')]
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

  test('takes what is typed into five thousand words', async () => {
    const page = await open({ resource: 'dynamicPages' })
    await text(page).click()
    await paste(page, `<p>${'ޙުކުމް އަދި ޤާނޫނު '.repeat(20)}</p>`.repeat(84))
    await page.keyboard.type('a letter of thirty letters here')
    await expect.poll(() => text(page).innerText()).toContain('a letter of thirty letters here')
  })
})

describe('a file of a record', () => {
  const kinds = files.wrongKind('PDF')
  const choose = async (page: Page, name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await dialog(page)
      .getByRole('button', { name: new RegExp(files.drop) })
      .click()
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer })
  }
  const remove = (page: Page, name: string) => dialog(page).getByRole('button', { name: files.remove(name) })

  test('is sent at once, refused in words, and taken back after a question', async () => {
    const page = await open({ resource: 'analysis' })
    await choose(page, 'picture.png', point)
    await dialog(page).getByText(kinds).waitFor()
    await choose(page, 'broken.pdf', Buffer.from('no PDF at all'))
    await dialog(page)
      .getByRole('button', { name: files.retry('broken.pdf') })
      .waitFor()
    await choose(page, 'report.pdf', pdf(3000))
    await dialog(page).getByText(files.temp).waitFor()
    await dialog(page)
      .getByText(fileSize(pdf(3000).length))
      .waitFor()
    expect(await axe(page)).toEqual([])

    await remove(page, 'report.pdf').click()
    await page.route('**/api/files/delete', (route) => route.abort())
    await page.getByRole('button', { name: dv.actions.yes, exact: true }).click()
    await page.getByRole('region', { name: dv.toasts.label }).getByText(dv.errors.network).waitFor()
    await remove(page, 'report.pdf').waitFor()

    await page.unroute('**/api/files/delete')
    await remove(page, 'report.pdf').click()
    await page.getByRole('button', { name: dv.actions.yes, exact: true }).click()
    await remove(page, 'report.pdf').waitFor({ state: 'detached' })
  })

  test('that is on its way can be cancelled', async () => {
    const page = await open({ resource: 'analysis' })
    await page.route('**/api/files/upload', () => undefined)
    await choose(page, 'slow.pdf', pdf())
    await dialog(page)
      .getByRole('progressbar', { name: files.uploading('slow.pdf') })
      .waitFor()
    await dialog(page)
      .getByRole('button', { name: files.cancel('slow.pdf') })
      .click()
    await dialog(page).getByText('slow.pdf').waitFor({ state: 'detached' })
  })

  test('can be dropped', async () => {
    const page = await open({ resource: 'analysis' })
    const zone = dialog(page).getByRole('button', { name: new RegExp(files.drop) })
    await zone.evaluate(
      (place, bytes) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.pdf', { type: 'application/pdf' }))
        place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      [...pdf()],
    )
    await remove(page, 'dropped.pdf').waitFor()
  })
})

test('the text of a judgment is read in its form, and says where it is changed', async () => {
  const page = await open({ resource: 'caseFiles', mode: 'Update', id: 1 })
  await dialog(page).getByRole('tab').last().click()
  await dialog(page).getByText(files.documentElsewhere).waitFor()
  await expect
    .poll(async () => (await dialog(page).getByRole('region', { name: pageLabel }).textContent())?.length)
    .toBeGreaterThan(200)
  expect(await axe(page)).toEqual([])
})
