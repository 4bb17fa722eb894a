import { expect, type Page, staff, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { judges } from '#shared/resources/judges.ts'
import { storedText } from './browserDrafts.ts'
import { expectLoaded, pathOf } from './listActions.ts'
import { axe, deferred } from './pageActions.ts'
import { caseNumber } from './searchActions.ts'
import { unisolatedNumbers } from './unisolatedNumbers.ts'
import { formUrl } from './webFolder.ts'
import { nightly } from './nightly.ts'

/** Unsaved text of a page that ends without a warning, and of a form that is being saved. */

const { form } = dv
const { title, published } = caseFiles.fields

const dialog = (page: Page) => page.getByRole('dialog').first()
const titleField = (page: Page) => dialog(page).getByRole('textbox', { name: title.label.dv, exact: true })
const saveButton = (page: Page) => dialog(page).getByRole('button', { name: form.save, exact: true })
const closeButton = (page: Page) => dialog(page).getByRole('button', { name: form.close, exact: true }).last()
const question = (page: Page) => page.getByRole('dialog', { name: form.publish.title })

async function openCase(page: Page, id: number) {
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
  await expect(titleField(page)).toBeVisible()
}

test('what was typed before a crash or a closed tab is offered in another tab, where it undoes no change of another user, and saved, and publishing asks what is missing', async ({
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

  await colleague.save('caseFiles/partialUpdate', { id, title: 'އެހެން މީހެއްގެ ސުރުޚީ' })
  const other = await context.newPage()
  await openCase(other, id)
  await dialog(other).getByRole('button', { name: form.draft.restore }).click()
  await expect(titleField(other)).toHaveValue('ކްރޭޝްގެ ކުރިން')
  const conflict = dialog(other).getByRole('status').filter({ hasText: form.conflict.title })
  await expect(conflict).toContainText('އެހެން މީހެއްގެ ސުރުޚީ')
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

test(
  'a form that is saved twice at once sends one request, and what is typed meanwhile is neither lost nor taken for saved',
  nightly,
  async ({ openPage, colleague }) => {
    const number = (serial: number) => `${serial}/Cv-C/1988`
    const { id } = await colleague.save('caseFiles/create', {
      court: 1,
      case_types: [1],
      case_numbers: [{ number: number(6101) }],
      closed_date: '1988-05-06',
      claimant: 'ޢަލީ',
      case_content: {
        content: [{ insert: caseNumber, attributes: { case_number: caseNumber } }, { insert: '\n' }],
        footnotes: [],
        annotations: [],
      },
    })
    const page = await openPage({
      user: staff,
      path: formUrl({ resource: 'caseFiles', mode: 'Update', id, stays: 'yes' }),
    })
    const numberField = dialog(page).locator('[data-field="case_numbers.0.number"] input')
    await dialog(page).getByRole('tab', { name: caseFiles.sections.details.dv }).click()
    await dialog(page).getByRole('switch', { name: published.label.dv }).click({ force: true })
    await dialog(page).getByRole('tab', { name: caseFiles.sections.general.dv }).click()

    const held = { numbers: deferred(), update: deferred() }
    let updates = 0
    await page.route('**/api/g/resolveCaseNumbers', async (route) => {
      await held.numbers.promise
      await route.fallback()
    })
    await page.route('**/api/caseFiles/update', async (route) => {
      updates += 1
      await held.update.promise
      await route.fallback()
    })
    await page.route('**/api/caseFiles/find', (route) => route.abort())
    const sent = page.waitForRequest('**/api/caseFiles/update')
    await saveButton(page).dblclick()
    held.numbers.resolve()
    await sent
    await numberField.fill(number(6102))
    held.update.resolve()
    await expect(saveButton(page)).toBeEnabled()
    await expect(dialog(page).getByText(form.draft.stored)).toBeVisible()
    expect(updates).toBe(1)
    await closeButton(page).click()
    await page
      .getByRole('dialog', { name: form.unsaved.title })
      .getByRole('button', { name: form.unsaved.stay })
      .click()

    await page.unroute('**/api/caseFiles/find')
    held.update = deferred()
    const sentAgain = page.waitForRequest('**/api/caseFiles/update')
    await saveButton(page).click()
    await sentAgain
    await numberField.fill(number(6103))
    const found = page.waitForResponse('**/api/caseFiles/find')
    held.update.resolve()
    await (await found).finished()
    await expect(saveButton(page)).toBeEnabled()
    await expect(numberField).toHaveValue(number(6103))
    await saveButton(page).click()
    const stored = async () => (await colleague.call('caseFiles/find', { id })).data
    await expect.poll(stored).toMatchObject({ case_numbers: [{ number: number(6103) }] })

    await test.step('a file that was not uploaded is named before the form is saved without it', async () => {
      await dialog(page).getByRole('tab', { name: caseFiles.sections.details.dv }).click()
      const file = { name: 'ޙުކުމް 12.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') }
      await dialog(page).locator('input[type="file"]').setInputFiles(file)
      await dialog(page)
        .getByRole('button', { name: dv.files.retry(file.name) })
        .waitFor()
      await saveButton(page).click()
      const asked = page.getByRole('dialog', { name: form.withoutFile.title })
      await expect(asked.getByRole('listitem')).toHaveText(file.name)
      expect(await unisolatedNumbers(page)).toEqual([])
      await asked.getByRole('button', { name: form.withoutFile.stay }).click()
    })

    await test.step('a text that is saved twice by Ctrl+S does not conflict with itself', async () => {
      await dialog(page).getByRole('tab', { name: caseFiles.sections.content.dv }).click()
      const editor = dialog(page).locator('[data-legal-editor] [contenteditable]').first()
      await editor.click()
      for (const key of 'aib') {
        await page.keyboard.type(key)
        await page.keyboard.press('Control+s')
      }
      const written = await editor.textContent()
      const storedText = async () => JSON.stringify((await stored())?.['case_content'])
      await expect.poll(storedText).toContain(written?.slice(-4))
      await expect(dialog(page).getByText(form.conflict.title)).toHaveCount(0)
    })

    await test.step('a letter of the text that was typed just now is asked about before the form closes', async () => {
      await dialog(page).getByRole('tab', { name: caseFiles.sections.content.dv }).click()
      await dialog(page).locator('[data-legal-editor] [contenteditable]').first().click()
      await page.keyboard.type('b')
      // A click by a program, as that of a screen reader, leaves the focus in the text.
      await closeButton(page).evaluate((button: HTMLElement) => button.click())
      await expect(page.getByRole('dialog', { name: form.unsaved.title })).toBeVisible()
    })
  },
)

test(
  'what is typed while a new record is saved is the draft of the stored record',
  nightly,
  async ({ openPage, server }) => {
    const page = await openPage({ user: staff, path: formUrl({ resource: 'judges', mode: 'Create' }) })
    const nameField = dialog(page).getByRole('textbox', { name: judges.fields.name.label.dv, exact: true })
    const held = deferred()
    await page.route('**/api/judges/create', async (route) => {
      await held.promise
      await route.fallback()
    })
    await nameField.fill('ފުރަތަމަ ނަން')
    await saveButton(page).click()
    await nameField.fill('ފަހު ނަން')
    held.resolve()
    await expect(page.getByText(form.draft.stored)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const [judge] = await server.query('select id from judges where name = $1', ['ފުރަތަމަ ނަން'])
    await page.goto(formUrl({ resource: 'judges', mode: 'Update', id: Number(judge?.['id']) }))
    await dialog(page).getByRole('button', { name: form.draft.restore }).click()
    await expect(nameField).toHaveValue('ފަހު ނަން')
  },
)

test(
  'a draft that is restored while the changes of another user are loaded is merged after them',
  nightly,
  async ({ openPage, colleague }) => {
    const { id } = await colleague.save('judges/create', { name: 'ކުރީގެ ނަން' })
    const page = await openPage({ user: staff, path: formUrl({ resource: 'judges', mode: 'Update', id }) })
    const nameField = dialog(page).getByRole('textbox', { name: judges.fields.name.label.dv, exact: true })
    await nameField.fill('ޑްރާފްޓްގެ ނަން')
    await expect(dialog(page).getByText(form.draft.stored)).toBeVisible()
    page.once('dialog', (beforeUnload) => void beforeUnload.accept())
    await colleague.save('judges/partialUpdate', { id, name: 'ދެވަނަ ނަން' })
    await page.reload()
    await expect(dialog(page).getByRole('button', { name: form.draft.restore })).toBeVisible()
    await colleague.save('judges/partialUpdate', { id, name: 'ތިންވަނަ ނަން' })
    const held = deferred()
    await page.route('**/api/judges/find', async (route) => {
      await held.promise
      await route.fallback()
    })
    const asked = page.waitForRequest('**/api/judges/find')
    await dialog(page).getByRole('button', { name: form.conflict.look }).click()
    await asked
    await dialog(page).getByRole('button', { name: form.draft.restore }).click()
    held.resolve()
    await expect(dialog(page).getByRole('button', { name: form.draft.restore })).toHaveCount(0)
    await expect(nameField).toHaveValue('ޑްރާފްޓްގެ ނަން')
    const conflict = dialog(page).getByRole('status').filter({ hasText: form.conflict.title })
    await expect(conflict).toContainText('ތިންވަނަ ނަން')
  },
)

test('two tabs with the same form have a draft each, offered one after the other', nightly, async ({ openPage }) => {
  const path = formUrl({ resource: 'judges', mode: 'Create' })
  const nameField = (page: Page) =>
    dialog(page).getByRole('textbox', { name: judges.fields.name.label.dv, exact: true })
  const restore = (page: Page) => dialog(page).getByRole('button', { name: form.draft.restore })
  const one = await openPage({ user: staff, path, isolated: true })
  await nameField(one).fill('އެއްވަނަ')
  await expect(one.getByText(form.draft.stored)).toBeVisible()
  const other = await one.context().newPage()
  await other.goto(path)
  await nameField(other).fill('ދެވަނަ')
  await expect(other.getByText(form.draft.stored)).toBeVisible()
  await expect(restore(other)).toHaveCount(0)
  await nameField(one).fill('އެއްވަނަ ނަން')
  for (const page of [one, other]) {
    page.on('dialog', (beforeUnload) => void beforeUnload.accept())
    await page.close({ runBeforeUnload: true })
  }

  const first = await one.context().newPage()
  await first.goto(path)
  await restore(first).click()
  await expect(nameField(first)).toHaveValue('އެއްވަނަ ނަން')
  const second = await one.context().newPage()
  await second.goto(path)
  await restore(second).click()
  await expect(nameField(second)).toHaveValue('ދެވަނަ')
})

test('the draft of a new case keeps the court of the list that it was begun in', nightly, async ({ openPage }) => {
  const page = await openPage({ user: staff, isolated: true })
  const court = dialog(page).locator('[data-field="court"]').getByRole('combobox')
  const openNew = async (Court: string) => {
    await page.goto(`${pathOf('caseFiles')}?Court=${Court}`)
    await expectLoaded(page)
    await page.getByRole('button', { name: dv.list.create(caseFiles.label.one.dv) }).click()
    await expect(court).not.toHaveValue('')
  }
  await openNew('2')
  const begun = await court.inputValue()
  await titleField(page).fill('ސުރުޚީއެއް')
  await expect(dialog(page).getByText(form.draft.stored)).toBeVisible()
  page.once('dialog', (beforeUnload) => void beforeUnload.accept())
  await openNew('1')
  await expect(court).not.toHaveValue(begun)
  await dialog(page).getByRole('button', { name: form.draft.restore }).click()
  await expect(titleField(page)).toHaveValue('ސުރުޚީއެއް')
  await expect(court).toHaveValue(begun)
})
