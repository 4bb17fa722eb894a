import { expect, staff, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { phraseUseStrings } from '#web/platform/strings/phraseUseStrings.ts'
import { dialog, saveForm } from './formActions.ts'
import { toast } from './listActions.ts'
import { axe } from './pageActions.ts'
import { formUrl } from './webFolder.ts'

const words = phraseUseStrings.dv

test('a phrase form suggests cases that contain the phrase: one is added, another stays dismissed', async ({
  openPage,
  server,
}) => {
  const [phrase] = await server.query("select id from phrases where dhivehi_phrase = 'އެއްބަސްވުން'")
  const id = Number(phrase?.['id'])
  const page = await openPage({ user: staff, path: formUrl({ resource: 'phrases', mode: 'Update', id }) })
  const suggestions = page.getByRole('region', { name: words.title })
  const actions = suggestions.getByRole('button')
  const numberOf = async (button: number) =>
    ((await actions.nth(button).getAttribute('aria-label')) ?? '').replace(/^.*: /, '').replace(/[\u2066-\u2069]/g, '')

  await expect(suggestions.locator('mark').first()).toBeVisible()
  expect(await axe(page)).toEqual([])

  const dismissed = await numberOf(1)
  await actions.nth(1).click()
  await expect(suggestions.getByRole('button', { name: words.of(words.undo, dismissed) })).toBeVisible()

  const added = await numberOf(1)
  await actions.nth(1).click()
  const field = dialog(page).locator('[data-field="used_cases"]')
  await expect(field.getByText(added).first()).toBeVisible()
  await expect(suggestions.getByRole('button', { name: words.of(words.add, added) })).toHaveCount(0)
  await saveForm(page)
  await expect(toast(page, dv.form.saved)).toBeVisible()

  await page.reload()
  await expect(suggestions.getByRole('listitem').first()).toBeVisible()
  await expect(field.getByText(added).first()).toBeVisible()
  for (const number of [added, dismissed])
    await expect(suggestions.getByRole('button', { name: words.of(words.add, number) })).toHaveCount(0)

  // A case in the picker has the count of its suggestion.
  const suggestedNumber = await numberOf(0)
  const count = await suggestions
    .getByText(/^\d+ ފަހަރު$/)
    .first()
    .innerText()
  await field.getByRole('combobox').fill(suggestedNumber)
  await expect(page.getByRole('option').filter({ hasText: suggestedNumber })).toHaveText(`${suggestedNumber} ${count}`)
})
