import type { Delta } from '#shared/delta/delta.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { expect, type Locator, type Page, staff, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { caret, expectWalk, margin, nextFrame, openText, text, tool } from './legalEditorActions.ts'
import { expectFocusIn } from './pageActions.ts'
import { formUrl } from './webFolder.ts'
import { nightly } from './nightly.ts'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

/** Where the focus goes in the editor of judgments, and what its keys do while something is open. */

const { names, annotation, numbers } = legalEditorStrings.dv
const { find } = editorAidStrings.dv
const annotated = { key: 'k', type: 'caution', title: 'ސުރުޚީ', category: 'usul', content: 'ތަފްޞީލު' } as const
const plain: Delta = { content: [{ insert: 'ކޯޓުން ބެލި މައްސަލަ\nދެން\n' }], footnotes: [], annotations: [] }
const searchBar = (page: Page) => dialog(page).getByRole('search')

async function goToStart(page: Page) {
  await text(page).locator('p').first().click()
  await page.keyboard.press('Home')
  await expect.poll(() => caret(page)).toBe('1')
}

/** A key of an input method that composes. */
const composingKey = (field: Locator, key: string) =>
  field.evaluate(
    (element, name) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, isComposing: true, bubbles: true, cancelable: true }),
      ),
    key,
  )

test('the caret moves past an empty footnote and stays in the text, and a new footnote takes the focus', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, {
    content: [{ insert: 'ބަ' }, { insert: { footnote: 'a' } }, { insert: 'ނު\n' }],
    footnotes: [{ key: 'a', content: '' }],
    annotations: [],
  })
  await goToStart(page)
  const body = margin(page).getByRole('textbox')
  await expectWalk(page, 'ArrowLeft', ['3', '3-4'])
  await expect(body).toBeVisible()
  await expectWalk(page, 'ArrowLeft', ['4', '6'])
  await expect(body).toBeHidden()
  await expectWalk(page, 'Backspace', ['5', '4'])
  await expect(body).toBeVisible()
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('X')
  await expect(text(page)).toContainText('X')
  await tool(page, names.footnote).click()
  await expectFocusIn(body)
})

test('the numbers with a dash or a slash that a footnote or an annotation contains stand in order below its field', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, {
    content: [{ insert: 'ބަ' }, { insert: { footnote: 'a' } }, { insert: 'ނު\n' }],
    footnotes: [{ key: 'a', content: 'ކޯޓު 45,000.00' }],
    annotations: [],
  })
  await text(page).locator('[data-footnote]').click()
  const body = margin(page).getByRole('textbox')
  await expect(body).toBeVisible()
  await expect(margin(page).getByText(numbers)).toBeHidden()
  const shown = ['12/SC/2020', '12-05-2020', '3916-CVC-2024', '12–2020', '1/2002']
  await body.fill(`ކޯޓު ${[...shown, '12/SC/2020'].join(' އަދި ')}`)
  await expect(margin(page).getByText(numbers).locator('bdi[dir=ltr]')).toHaveText(shown)

  await goToStart(page)
  await page.keyboard.press('Shift+ArrowLeft')
  await nextFrame(page)
  await page.keyboard.press('Control+Alt+m')
  const writing = page.getByRole('dialog', { name: annotation.add })
  await writing.getByLabel(annotation.content).fill('ކޯޓު 12/SC/2020')
  await expect(writing.getByText(numbers).locator('bdi[dir=ltr]')).toHaveText(['12/SC/2020'])
})

test(
  'a new footnote is scrolled into view on a narrow screen, where it stands below the text',
  nightly,
  async ({ openPage, colleague }) => {
    const content = [{ insert: 'ކޯޓުން ބެލި މައްސަލަ\n'.repeat(30) }]
    const long: Delta = { content, footnotes: [], annotations: [] }
    const { page } = await openText(openPage, colleague, long, { width: 390, height: 844 })
    await goToStart(page)
    await tool(page, names.more).click()
    await tool(page, names.footnote).click()
    const body = margin(page).getByRole('textbox')
    await expectFocusIn(body)
    const isOnTop = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === element
    }
    await expect.poll(() => body.evaluate(isOnTop)).toBe(true)
  },
)

test('a click below a short text sets the caret at its end', nightly, async ({ openPage, colleague }) => {
  const { page } = await openText(openPage, colleague, plain)
  const pane = margin(page).locator('xpath=..')
  const size = await pane.evaluate(({ clientWidth, clientHeight }) => ({ clientWidth, clientHeight }))
  await pane.click({ position: { x: size.clientWidth / 2, y: size.clientHeight - 20 } })
  await page.keyboard.type('X')
  await expect(text(page).locator('p').last()).toContainText('ދެންX')
})

test(
  'the refusal of an annotation closes by Escape, by typing and by a press elsewhere, which keeps the focus it gives',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, plain)
    const refusal = page.getByRole('alert').filter({ hasText: annotation.select })
    await goToStart(page)
    await page.keyboard.press('Control+Alt+m')
    await expect(refusal).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(refusal).toBeHidden()
    await expect(text(page)).toBeFocused()

    await page.keyboard.press('Control+Alt+m')
    await expect(refusal).toBeVisible()
    await page.keyboard.type('X')
    await expect(refusal).toBeHidden()

    await page.keyboard.press('Control+f')
    const field = searchBar(page).getByRole('textbox', { name: find.label })
    await expect(field).toBeFocused()
    await tool(page, names.annotation).click()
    await expect(refusal).toBeVisible()
    await field.click()
    await expect(refusal).toBeHidden()
    await expect(field).toBeFocused()
  },
)

test('Tab stays in the dialog of an annotation and in its question, and a save focuses the first field that is missing', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, plain)
  await goToStart(page)
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect.poll(() => caret(page)).toContain('-')
  await page.keyboard.press('Control+Alt+m')
  const writing = page.getByRole('dialog', { name: annotation.add })
  await expectFocusIn(writing.getByLabel(annotation.title))
  const stops = await writing.locator('button, input:not([type=radio]), textarea, fieldset').count()
  for (let steps = 0; steps <= stops; steps += 1) {
    await page.keyboard.press('Tab')
    await expectFocusIn(writing)
  }
  await writing.getByRole('heading').click()
  await page.keyboard.press('Shift+Tab')
  await expectFocusIn(writing)

  await writing.getByLabel(annotation.title).fill('ސުރުޚީ')
  await writing.getByLabel(annotation.content).press('Control+Enter')
  await expectFocusIn(writing.getByRole('radiogroup', { name: annotation.category }))

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: dv.form.unsaved.title })
  for (const name of [dv.form.unsaved.stay, dv.form.unsaved.leave, dv.form.unsaved.stay]) {
    await expect(question.getByRole('button', { name })).toBeFocused()
    await page.keyboard.press('Tab')
  }
})

test('Enter on a tool with choices focuses the first one, and a second Enter chooses it', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, plain)
  await tool(page, names.list).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text(page).locator('[data-list="bullet"]')).toHaveCount(1)
  await expectFocusIn(text(page))
})

test(
  'annotated words that are copied by Ctrl, pressed while they are dragged, are an annotation of their own',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, {
      content: [{ insert: 'ކޯޓުން', attributes: { annotation: 'k' } }, { insert: ' ބެލި\nދެން އެއަށްފަހު\n' }],
      footnotes: [],
      annotations: [annotated],
    })
    const keys = () =>
      text(page)
        .locator('[data-annotation]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-annotation')))
    await expect.poll(keys).toEqual(['k'])
    const words = text(page).locator('[data-annotation]')
    await words.dblclick()
    await expect.poll(() => caret(page)).toBe('1-7')
    const [from, to] = [await words.boundingBox(), await text(page).locator('p').nth(1).boundingBox()]
    if (!from || !to) throw new Error('The text is not shown.')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
    await page.keyboard.down('Control')
    await page.mouse.move(to.x + to.width - 30, to.y + to.height / 2, { steps: 5 })
    await page.mouse.up()
    await page.keyboard.up('Control')
    await expect.poll(async () => (await keys()).length).toBe(2)
    expect(new Set(await keys()).size).toBe(2)
  },
)

test(
  'Enter and Escape of an input method end its word, not the line that asks for an address',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, plain)
    await goToStart(page)
    await page.keyboard.press('Control+k')
    const field = dialog(page).getByLabel(editorStrings.dv.address)
    await field.fill('example.mv')
    await composingKey(field, 'Enter')
    await composingKey(field, 'Escape')
    await expect(field).toHaveValue('example.mv')
    await page.keyboard.press('Enter')
    await expect(text(page).locator('a')).toHaveAttribute('href', 'https://example.mv')
  },
)

test(
  'the toolbar stays reachable by keyboard when the focused tool no longer fits into the window',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, plain)
    const clear = tool(page, editorStrings.dv.names.clear)
    await clear.focus()
    await expect(clear).toBeFocused()
    await page.setViewportSize({ width: 640, height: 720 })
    await expect(
      dialog(page)
        .locator('[inert]')
        .filter({ has: page.locator('[data-tool="clear"]') }),
    ).toHaveCount(1)
    await text(page).focus()
    await page.keyboard.press('Alt+F10')
    await expect(tool(page, editorStrings.dv.names.undo)).toBeFocused()
  },
)

test('a locked text is searched and read in full screen, while its other tools are off but reached by the arrow keys', async ({
  openPage,
  server,
}) => {
  const title = 'ބާޠިލުކުރެވިފައިވާ މައްސަލަ'
  const [row] = await server.query(
    `with pdf as (
       insert into files (sha256, name, media_type, size, type)
       values (sha256($1::bytea), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id)
     insert into analysis (court_id, pdf_file_id, status, title, case_content) select 1, id, 'Cancelled', $2, $3 from pdf
     returning id`,
    [Buffer.from(title), title, JSON.stringify(plain)],
  )
  const path = formUrl({ resource: 'analysis', mode: 'Update', id: Number(row?.['id']) })
  const page = await openPage({ user: staff, path })
  await dialog(page).getByRole('tab').last().click()
  await expect(text(page)).toHaveAttribute('aria-disabled', 'true')
  await tool(page, editorStrings.dv.names.undo).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const kind = dialog(page).getByRole('combobox', { name: names.kind })
  await expect(kind).toBeFocused()
  await expect(kind.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(tool(page, names.number)).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Control+k')
  await expect(dialog(page).getByLabel(editorStrings.dv.address)).toHaveCount(0)

  await page.keyboard.press('Control+f')
  await page.keyboard.type('ބެލި')
  await expect(searchBar(page).getByRole('status')).toContainText('1 / 1')
  await expect(searchBar(page).getByRole('textbox', { name: find.replacement })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await tool(page, names.fullScreen).click()
  await expect(tool(page, names.leaveFullScreen)).toBeVisible()
  await server.query('update analysis set deleted_at = now() where title = $1', [title])
})
