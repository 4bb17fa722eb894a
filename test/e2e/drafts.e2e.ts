import { expect, type Page, staff, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { storedText } from './browserDrafts.ts'
import { axe } from './pageActions.ts'
import { formUrl } from './webFolder.ts'

/** Unsaved text of a page that ends without a warning. */

const { form } = dv
const { title, published } = caseFiles.fields

const dialog = (page: Page) => page.getByRole('dialog').first()
const titleField = (page: Page) => dialog(page).getByRole('textbox', { name: title.label.dv, exact: true })
const saveButton = (page: Page) => dialog(page).getByRole('button', { name: form.save, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: form.publish.title })

async function openCase(page: Page, id: number) {
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
  await expect(titleField(page)).toBeVisible()
}

test('what was typed before a crash or a closed tab is offered in another tab and saved, and publishing asks what is missing', async ({
  openPage,
  colleague,
}) => {
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number: '4021/Cv-C/1987' }],
    title: 'ސުރުޚީ',
  })
  const page = await openPage({ user: staff, isolated: true })
  const context = page.context()
  await openCase(page, id)
  await titleField(page).fill('ކްރޭޝްގެ ކުރިން')
  await expect(dialog(page).getByText(form.draft.stored)).toBeVisible()
  const crash = await context.newCDPSession(page)
  void crash.send('Page.crash').catch(() => undefined)
  await page.waitForEvent('crash')

  const other = await context.newPage()
  await openCase(other, id)
  await dialog(other).getByRole('button', { name: form.draft.restore }).click()
  await expect(titleField(other)).toHaveValue('ކްރޭޝްގެ ކުރިން')
  // The last keys are typed when the tab closes.
  await titleField(other).fill('ޓެބް ލެއްޕުމުގެ ކުރިން')
  other.on('dialog', (beforeUnload) => void beforeUnload.accept())
  await other.close({ runBeforeUnload: true })

  const last = await context.newPage()
  await openCase(last, id)
  await dialog(last).getByRole('button', { name: form.draft.restore }).click()
  await expect(titleField(last)).toHaveValue('ޓެބް ލެއްޕުމުގެ ކުރިން')

  await dialog(last).getByRole('tab', { name: caseFiles.sections.details.dv }).click()
  await dialog(last).getByRole('switch', { name: published.label.dv }).click({ force: true })
  await saveButton(last).click()
  const missing = ['case_content', 'closed_date'] as const
  await expect(question(last).getByRole('listitem')).toContainText([
    ...missing.map((name) => caseFiles.fields[name].label.dv),
    caseFiles.fields.claimant.label.dv + form.or + caseFiles.fields.respondant.label.dv,
  ])
  expect(await axe(last)).toEqual([])
  await last.keyboard.press('Escape')
  await expect(question(last)).toHaveCount(0)
  await expect(saveButton(last)).toBeFocused()
  await saveButton(last).click()
  await question(last).getByRole('button', { name: form.publish.leave, exact: true }).click()
  await expect(last.getByRole('dialog')).toHaveCount(0)
  expect((await colleague.call('caseFiles/find', { id })).data).toMatchObject({
    title: 'ޓެބް ލެއްޕުމުގެ ކުރިން',
    published: true,
  })
  await expect.poll(() => storedText(last)).not.toContain('ކުރިން')
})
