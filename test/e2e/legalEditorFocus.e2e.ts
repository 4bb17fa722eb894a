import type { Delta } from '#shared/delta/delta.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { editorAidStrings } from '#web/platform/strings/editorAidStrings.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { expect, type Locator, type Page, staff, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { caret, expectWalk, margin, openText, text, tool } from './legalEditorActions.ts'
import { expectFocusIn } from './pageActions.ts'
import { formUrl } from './webFolder.ts'

/** Where the focus goes in the editor of judgments, and what its keys do while something is open. */

const { names, annotation } = legalEditorStrings.dv
const { find } = editorAidStrings.dv
const annotated = { key: 'k', type: 'caution', title: 'ސުރުޚީ', category: 'usul', content: 'ތަފްޞީލު' } as const
const plain: Delta = { content: [{ insert: 'ކޯޓުން ބެލި މައްސަލަ\nދެން\n' }], footnotes: [], annotations: [] }
const searchBar = (page: Page) => dialog(page).getByRole('search')

async function goToStart(page: Page) {
  await text(page).locator('p').first().click()
  await page.keyboard.press('Home')
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

test('the refusal of an annotation closes by Escape, by typing and by a press elsewhere, which keeps the focus it gives', async ({
  openPage,
  colleague,
}) => {
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
})
