import { type ApiUser, expect, type OpenPage, type Page, test } from './fixtures.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { pdf } from '#test/files.ts'
import { demoPassword } from './apiUser.ts'
import { nightly } from './nightly.ts'
import { axe, deferred } from './pageActions.ts'
import { dialog } from './formActions.ts'
import { choose, openList, rowsOf } from './listActions.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'

/** Uploads that run while the form is saved, and removal of the file of a saved record. */

const { actions, files, form, list } = dv
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const step = (page: Page, name: string) => dialog(page).getByRole('tab', { name })

/** Opens the form of a case with a file, at the step with the file. */
async function openSaved(openPage: OpenPage, colleague: ApiUser, title: string, number: string) {
  const file = await colleague.upload('caseFiles.pdf_file', pdf())
  const { id: type } = await colleague.save('caseTypes/create', { name: title })
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    title,
    case_types: [type],
    case_numbers: [{ number }],
    pdf_file: file?.id,
  })
  const page = await openList(openPage, 'caseFiles', { Court: '1', search: number })
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, list.edit)
  await step(page, caseFiles.sections.details.dv).click()
  await expect(button(page, files.remove('a.pdf'))).toBeVisible()
  return { page, id, file: Number(file?.id) }
}

const load = async (colleague: ApiUser, id: number) => (await colleague.call('caseFiles/find', { id })).data

test('a form waits with its save for a running upload, and saves the file', async ({ openPage, colleague }) => {
  const { page, id, file } = await openSaved(openPage, colleague, 'ފޮނުވަމުންދާ ފައިލު', '7101/Cv-C/2019')
  const upload = deferred()
  const ended = { status: 401, json: { Status: 'error', code: 'no-session', Message: '', payload: { errors: {} } } }
  let hasEnded = false
  await page.route('**/api/auth/refresh', (route) => route.fulfill(ended), { times: 1 })
  await page.route('**/api/files/upload', async (route) => {
    if (!hasEnded && route.request().headers()['x-file-name'] === 'slow.pdf') {
      hasEnded = true
      await route.fulfill(ended)
      return
    }
    await upload.promise
    await route.fallback()
  })
  const input = dialog(page).locator('[data-field="pdf_file"] input[type="file"]')
  for (const name of ['wrong.pdf', 'slow.pdf'])
    await input.setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf(2000) })
  // An ended session is renewed over the form, and the file is sent again.
  await page.getByLabel(dv.login.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(dv.reauth.lead)).toHaveCount(0)
  // The upload before would replace the newer file when it ends.
  await expect(dialog(page).getByText('wrong.pdf')).toHaveCount(0)
  await expect(dialog(page).getByText(files.wait)).toBeVisible()
  await expect(button(page, form.save)).toBeDisabled()
  expect(await axe(page)).toEqual([])
  // Closing the form asks first.
  await button(page, form.close).last().click()
  await page.getByRole('button', { name: form.unsaved.stay }).click()
  // The upload ends while another step is open; until then its own step shows it.
  await dialog(page).getByRole('tab').last().click()
  await step(page, caseFiles.sections.details.dv).click()
  await expect(dialog(page).getByRole('progressbar', { name: files.uploading('slow.pdf') })).toBeVisible()
  await dialog(page).getByRole('tab').last().click()

  upload.resolve()
  await expect(button(page, form.save)).toBeEnabled()
  const saved = page.waitForResponse('**/api/caseFiles/update')
  await button(page, form.save).click()
  expect((await saved).status()).toBe(200)
  expect(await load(colleague, id)).toMatchObject({ pdf_file: { name: 'slow.pdf', type: 'Permanent' } })
  expect(await load(colleague, id)).not.toMatchObject({ pdf_file: { id: file } })
})

test(
  'Escape in the question about deleting a file or a row closes the question and not the form',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openSaved(openPage, colleague, 'އެސްކޭޕް', '7103/Cv-C/2019')
    // Without motion the question is gone before the key press reaches the form.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const expectAskedOnly = async (remove: string, title: string) => {
      await button(page, remove).click()
      const question = page.getByRole('dialog', { name: title })
      await expect(question.getByRole('button', { name: actions.cancel, exact: true })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      // The form, which would ask about unsaved changes.
      await expect(page.getByRole('dialog')).toHaveCount(1)
    }
    await step(page, caseFiles.sections.general.dv).click()
    await dialog(page).locator('[data-field="title"]').getByRole('textbox').fill('ބަދަލުވި')
    await step(page, caseFiles.sections.details.dv).click()
    await expectAskedOnly(files.remove('a.pdf'), files.removeTitle)
    await step(page, caseFiles.sections.general.dv).click()
    const number = dialog(page).getByRole('button', { name: form.rows.add(caseFiles.fields.case_numbers.rowLabel.dv) })
    await number.click()
    await expectAskedOnly(form.rows.remove(caseFiles.fields.case_numbers.rowLabel.dv, 1), form.rows.sure)
  },
)

test(
  'a file that replaces the stored one is taken back, and the stored one stays',
  nightly,
  async ({ openPage, colleague }) => {
    const { page, id, file } = await openSaved(openPage, colleague, 'ބަދަލުކުރި ފައިލު', '7104/Cv-C/2019')
    await dialog(page)
      .locator('[data-field="pdf_file"] input[type="file"]')
      .setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: pdf(2001) })
    await button(page, files.remove('new.pdf')).click()
    await page.getByRole('button', { name: actions.yes, exact: true }).click()
    await expect(button(page, files.remove('new.pdf'))).toHaveCount(0)
    await expect(button(page, files.remove('a.pdf'))).toBeVisible()
    await step(page, caseFiles.sections.general.dv).click()
    await dialog(page).locator('[data-field="title"]').getByRole('textbox').fill('ފައިލު އެބައޮތް')
    await button(page, form.save).click()
    await expect.poll(async () => (await load(colleague, id))?.['title']).toBe('ފައިލު އެބައޮތް')
    expect(await load(colleague, id)).toMatchObject({ pdf_file: { id: file } })
  },
)

test(
  'the file of a saved record is removed after a confirmation, and its link stops working',
  nightly,
  async ({ openPage, colleague }) => {
    const { page, id, file } = await openSaved(openPage, colleague, 'ފޮހެލެވޭ ފައިލު', '7102/Cv-C/2019')
    const question = page.getByRole('dialog', { name: files.removeTitle })
    await button(page, files.remove('a.pdf')).click()
    await expect(question.getByText(stripDirectionMarks(files.removeMore('a.pdf')))).toBeVisible()
    expect(await axe(page)).toEqual([])
    await question.getByRole('button', { name: actions.cancel, exact: true }).click()
    await expect(question).toHaveCount(0)
    expect(await load(colleague, id)).toMatchObject({ pdf_file: { id: file, type: 'Permanent' } })

    await button(page, files.remove('a.pdf')).click()
    await question.getByRole('button', { name: actions.yes, exact: true }).click()
    await expect(button(page, files.remove('a.pdf'))).toHaveCount(0)
    expect(await load(colleague, id)).toMatchObject({ pdf_file: null })
    await expect(colleague.call('files/link', { id: file, resource: 'caseFiles', row: id })).rejects.toThrow(
      'not-found',
    )

    // The form continues with the current version of the record.
    await step(page, caseFiles.sections.general.dv).click()
    await dialog(page).locator('[data-field="title"]').getByRole('textbox').fill('ފައިލެއް ނެތް')
    await button(page, form.save).click()
    await expect.poll(async () => (await load(colleague, id))?.['title']).toBe('ފައިލެއް ނެތް')
    expect(await load(colleague, id)).toMatchObject({ pdf_file: null })
  },
)
