import type { Delta } from '#shared/delta/delta.ts'
import { fileKinds, pictureKinds } from '#shared/fileKinds.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { editorAidStrings, editorStrings } from '#web/platform/strings/editorStrings.ts'
import { png } from '#test/pictures.ts'
import { expect, type Locator, type Page, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { openText, text, tool } from './legalEditorActions.ts'
import { deferred } from './pageActions.ts'
import { nightly } from './nightly.ts'

/** Files that are dropped on the text of a judgment, pasted into it, or chosen. */

const { files } = dv
const editor = editorStrings.dv
const delta = (...lines: string[]): Delta => ({
  content: [{ insert: `${lines.join('\n')}\n` }],
  footnotes: [],
  annotations: [],
})
const picture = { name: 'a.png', type: 'image/png', bytes: [...png(2, 2)] }
const gif = { name: 'a.gif', type: 'image/gif', bytes: [71, 73, 70] }
const lines = (page: Page) => text(page).locator('p')
const pictures = (at: Page | Locator) => at.locator('img[data-file]')
const wrongKind = files.wrongKind(pictureKinds.map((kind) => fileKinds[kind].name).join(', '))

type Carried = { files: readonly (typeof picture)[]; html?: string }

/** Pastes, or drops at the middle of an element. Returns whether the browser would do nothing of its own. */
const bring = (on: Locator, how: 'paste' | 'drop', { files: carried, html = '' }: Carried) =>
  on.evaluate(
    (element, [kind, all, markup]) => {
      const data = new DataTransfer()
      for (const { name, type, bytes } of all) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
      if (markup !== '') data.setData('text/html', markup)
      const { left, top, width, height } = element.getBoundingClientRect()
      const common = { bubbles: true, cancelable: true }
      const at = { clientX: left + width / 2, clientY: top + height / 2 }
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: data })
          : new DragEvent('drop', { ...common, ...at, dataTransfer: data })
      element.dispatchEvent(event)
      return event.defaultPrevented
    },
    [how, carried, html] as const,
  )

/** Selects a line as a user does. */
async function selectLine(page: Page, number: number) {
  await lines(page).nth(number).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
}

/** Holds back each upload until it is released. */
async function holdUploads(page: Page) {
  const release = deferred()
  await page.route('**/api/files/upload', async (route) => {
    await release.promise
    await route.fallback()
  })
  return release.resolve
}

test('a dropped picture comes to where it is dropped, and a chosen one to where the caret was: neither replaces what is selected', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, delta('ފުރަތަމަ', 'ދެވަނަ', 'ތިންވަނަ'))
  const release = await holdUploads(page)
  await selectLine(page, 0)
  await bring(lines(page).nth(2), 'drop', { files: [picture, picture] })
  await selectLine(page, 0)
  const uploaded = page.waitForResponse('**/api/files/upload')
  release()
  await uploaded
  await expect(pictures(lines(page).nth(2))).toHaveCount(2)
  await expect(lines(page).nth(0)).toHaveText('ފުރަތަމަ')

  await lines(page).nth(1).click()
  await page.keyboard.press('End')
  const releaseNext = await holdUploads(page)
  const chooser = page.waitForEvent('filechooser')
  await tool(page, editor.names.picture).click()
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png(2, 2)) })
  await selectLine(page, 0)
  releaseNext()
  await expect(pictures(lines(page).nth(1))).toHaveCount(1)
  await expect(lines(page).nth(0)).toHaveText('ފުރަތަމަ')
  await expect(dialog(page).getByLabel(editor.alt)).toBeVisible()
})

test('a pasted picture replaces the selection, but cells with a picture of themselves are pasted as a table', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, delta('ފުރަތަމަ', 'ދެވަނަ'))
  await selectLine(page, 0)
  await bring(text(page), 'paste', {
    files: [picture],
    html: '<meta charset="utf-8"><img src="https://example.mv/a.png">',
  })
  await expect(pictures(lines(page).nth(0))).toHaveCount(1)
  await expect(lines(page).nth(0)).toHaveText('')
  await selectLine(page, 1)
  const html =
    '<html><head><style>td { color: black }</style></head><body><table><tr><td>އަދަދު</td><td>25</td></tr></table></body></html>'
  await bring(text(page), 'paste', { files: [picture], html })
  await expect(text(page).locator('td')).toHaveText(['އަދަދު', '25'])
  await expect(pictures(page)).toHaveCount(1)
})

test(
  'a file that is no picture is refused with the kinds that are accepted, and never opened by the browser',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, delta('ފުރަތަމަ'))
    const refusal = dialog(page).getByRole('alert').filter({ hasText: wrongKind })
    expect(await bring(lines(page).nth(0), 'drop', { files: [gif] })).toBe(true)
    await expect(refusal).toBeVisible()
    await bring(lines(page).nth(0), 'drop', { files: [picture] })
    await expect(pictures(page)).toHaveCount(1)
    await expect(refusal).toBeHidden()
    expect(await bring(text(page), 'paste', { files: [gif] })).toBe(true)
    await expect(refusal).toBeVisible()
  },
)

test(
  'text that is dropped from Word says what was left out, until other text is dropped',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, delta('ފުރަތަމަ'))
    const { left, parts } = editorAidStrings.dv.paste
    const status = dialog(page).locator('[data-legal-editor] footer')
    const comment = '<span class="MsoCommentReference"><a class="msocomanchor" href="#_msocom_1">[A1]</a></span>'
    await bring(lines(page).nth(0), 'drop', { files: [], html: `<p class="MsoNormal">ދެވަނަ${comment}</p>` })
    await expect(text(page)).toContainText('ދެވަނަ')
    await expect(status).toContainText(`${left} ${parts.comments}`)
    await bring(lines(page).nth(0), 'drop', { files: [], html: '<p>ތިންވަނަ</p>' })
    await expect(text(page)).toContainText('ތިންވަނަ')
    await expect(status).not.toContainText(left)
  },
)
