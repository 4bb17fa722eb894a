import { expect, type OpenPage, type Page, staff, test } from './fixtures.ts'
import { fieldMessages } from '#shared/messages.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { users } from '#shared/resources/users.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { pdf } from '#test/files.ts'
import { nightly } from './nightly.ts'
import { axe, deferred } from './pageActions.ts'
import { formUrl } from './webFolder.ts'

/** The fields of a form, and the choices of its selects, as specified. */

const { form, files } = dv

const dialog = (page: Page) => page.getByRole('dialog').first()
const field = (page: Page, name: string) => dialog(page).locator(`[data-field="${name}"]`)

type Query = Record<string, string | number>

async function open(openPage: OpenPage, query: Query, prepare?: (page: Page) => Promise<unknown>) {
  const page = await openPage({ user: staff })
  await prepare?.(page)
  await page.goto(formUrl({ mode: 'Create', ...query }))
  return page
}

/** The fixture resource has no endpoints: its responses are mocked. */
async function mock(page: Page, endpoint: string, data: (input: Record<string, unknown>) => unknown) {
  await page.route(`**/api/everything/${endpoint}`, (route) => {
    const input = route.request().postDataJSON() as Record<string, unknown>
    return route.fulfill({ json: { Status: 'success', Message: '', ovf: false, data: data(input) } })
  })
}

test('the explanation of a switch stands below it and is read out with it', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'users' })
  const { subText } = users.fields.is_locked
  const locked = field(page, 'is_locked').getByRole('switch')
  await expect(locked).toHaveAccessibleDescription(subText.dv)
  const [input, explanation] = await Promise.all([
    locked.locator('xpath=..').boundingBox(),
    page.getByText(subText.dv).boundingBox(),
  ])
  expect(explanation?.y).toBeGreaterThanOrEqual((input?.y ?? Infinity) + (input?.height ?? 0))
})

test('a form waits for its record and cannot be saved before', nightly, async ({ openPage }) => {
  const { promise, resolve } = deferred()
  const page = await open(openPage, { resource: 'courts', mode: 'Update', id: 1 }, (one) =>
    one.route('**/api/courts/find', async (route) => {
      await promise
      await route.continue()
    }),
  )
  const save = dialog(page).getByRole('button', { name: form.save, exact: true })
  await expect(dialog(page).getByRole('status', { name: dv.page.loading })).toBeVisible()
  await expect(save).toHaveCount(0)
  resolve()
  await expect(save).toBeVisible()

  await test.step('a required field has a red asterisk', async () => {
    await page.goto(formUrl({ resource: 'courts', mode: 'Create' }))
    const asterisk = field(page, 'name').locator('label span')
    await expect(asterisk).toContainText('*')
    const [red = 0, green = 0, blue = 0] = await asterisk.evaluate((one) =>
      (getComputedStyle(one).color.match(/[\d.]+/g) ?? []).map(Number),
    )
    expect(red).toBeGreaterThan(Math.max(green, blue) * 1.5)
  })

  await test.step('a field is half as wide as the form unless its width is set', async () => {
    await page.goto(formUrl({ resource: 'roles', mode: 'Create' }))
    const width = async (name: string) => (await field(page, name).boundingBox())?.width ?? 0
    await expect(field(page, 'permissions')).toBeVisible()
    // The dialog grows while it opens.
    const share = async () => (await width('name')) / (await width('permissions'))
    await expect.poll(async () => (await share()) > 0.45 && (await share()) < 0.5).toBe(true)
  })

  await test.step('an empty value is a dash in a record that is viewed', async () => {
    await page.goto(formUrl({ resource: 'caseFiles', mode: 'View', id: 1 }))
    await expect(dialog(page).locator('dl').first()).toBeVisible()
    await expect(dialog(page).getByText(dv.none, { exact: true }).first()).toBeVisible()
  })
})

test('the form of a record without a case number has its name in the title', async ({ openPage, server }) => {
  const [user] = await server.query(`select name from users where id = 1`)
  const page = await open(openPage, { resource: 'users', mode: 'Update', id: 1 })
  await expect(dialog(page).getByText(String(user?.['name']), { exact: true })).toBeVisible()
})

test('an amount is what was typed, and what cannot be taken is refused by name', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'subscriptionConfigs' })
  const amount = field(page, 'amount').getByRole('textbox')
  const type = async (text: string, ...keys: string[]) => {
    await amount.fill('')
    await amount.pressSequentially(text)
    for (const key of keys) await page.keyboard.press(key)
    await page.keyboard.press('Tab')
  }
  const shownFor = {
    '1,250.5': '1250.50',
    '12,500': '12500.00',
    '.5': '0.50',
    '007': '7.00',
    '1250.555': '1250.555',
    '-5': '-5.00',
    '-': '',
  }
  for (const [text, shown] of Object.entries(shownFor)) {
    await type(text)
    await expect(amount, text).toHaveValue(shown)
  }
  await type('1.05', 'Backspace', '6')
  await expect(amount).toHaveValue('1.06')

  await field(page, 'name').getByRole('textbox').pressSequentially('Plan')
  await type('1250.555')
  await field(page, 'days').getByRole('textbox').pressSequentially('-1.5')
  await page.keyboard.press('Enter')
  await expect(field(page, 'amount').getByRole('alert')).toHaveText(fieldMessages.decimals[0])
  await expect(field(page, 'days').getByRole('alert')).toHaveCount(1)
})

test('fields of every kind show their help, and read-only columns are not in a row', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'everything' })

  await test.step('the help text is below fields of every kind', async () => {
    for (const name of ['a note', 'names', 'a paper', 'parts'])
      await expect(dialog(page).getByText(`Helps with ${name}`)).toBeVisible()
    await expect(dialog(page).getByText('Helps to agree')).toBeVisible()
    await expect(dialog(page).getByText(form.letters(0, 50))).toBeVisible()
    expect(await axe(page)).toEqual([])
  })

  await test.step('read-only and hidden fields are not in a row of a repeater', async () => {
    const row = dialog(page).getByRole('group', { name: /Parts/ })
    await expect(row.getByRole('textbox', { name: 'Part', exact: true }).first()).toBeVisible()
    await expect(row.getByText('Made')).toHaveCount(0)
    await expect(row.getByText('Kept')).toHaveCount(0)
  })

  await test.step('choices that cannot be loaded show an error and an empty list', async () => {
    await dialog(page).getByRole('combobox', { name: 'Court' }).click()
    await expect(page.getByText(form.failed).first()).toBeVisible()
    await expect(page.getByRole('option')).toHaveCount(0)
  })
})

test('a list of names takes two people of one name, and removes one of them', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'everything' })
  const names = field(page, 'names')
  const pills = names.locator('.mantine-Pill-root')
  for (const name of ['Ali', 'Ali', 'Hassan']) {
    await names.getByRole('combobox').fill(name)
    await names.getByRole('combobox').press('Enter')
  }
  await expect(pills).toHaveText(['Ali', 'Ali', 'Hassan'])
  await pills.first().locator('button').click({ force: true })
  await expect(pills).toHaveText(['Ali', 'Hassan'])
})

test('the focus stays in the form when a row, a file or a step before this one is gone', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'caseFiles' })
  const { rowLabel } = caseFiles.fields.case_numbers
  const add = dialog(page).getByRole('button', { name: form.rows.add(rowLabel.dv) })
  await add.click()
  await add.click()
  for (const next of [1, 0]) {
    await dialog(page)
      .getByRole('button', { name: form.rows.remove(rowLabel.dv, 2) })
      .click()
    await expect(field(page, `case_numbers.${next}.number`).getByRole('textbox')).toBeFocused()
  }

  await dialog(page).getByRole('button', { name: form.next, exact: true }).click()
  const previous = dialog(page).getByRole('button', { name: form.previous, exact: true })
  await previous.click()
  await expect(previous).toBeDisabled()
  await expect(previous).toBeFocused()

  await dialog(page).getByRole('tab', { name: caseFiles.sections.details.dv }).click()
  const upload = deferred()
  await page.route('**/api/files/upload', async (route) => {
    await upload.promise
    await route.fallback()
  })
  const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: pdf(2002) }
  const zone = field(page, 'pdf_file').getByRole('button', { name: new RegExp(files.drop) })
  await field(page, 'pdf_file').locator('input[type="file"]').setInputFiles(file)
  await dialog(page)
    .getByRole('button', { name: files.cancel(file.name) })
    .click()
  await expect(zone).toBeFocused()
  upload.resolve()
  await field(page, 'pdf_file').locator('input[type="file"]').setInputFiles(file)
  await dialog(page)
    .getByRole('button', { name: files.remove(file.name) })
    .click()
  await page.getByRole('button', { name: dv.actions.yes, exact: true }).click()
  await expect(zone).toBeFocused()
})

test('a select that depends on another is cleared and loaded again when the other changes', async ({ openPage }) => {
  const requested: unknown[] = []
  const page = await open(openPage, { resource: 'everything' }, async (one) => {
    await mock(one, 'getCourtList', () => [
      { id: 1, name: 'First' },
      { id: 2, name: 'Second' },
    ])
    await mock(one, 'getJudgeList', (input) => {
      requested.push(input['id'])
      return [{ id: 7, name: `Judge of ${String(input['id'])}` }]
    })
  })
  const pick = async (select: string, option: string) => {
    await dialog(page).getByRole('combobox', { name: select }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await pick('Court', 'First')
  await pick('Judge', 'Judge of 1')
  await pick('Court', 'Second')
  await expect(dialog(page).getByRole('combobox', { name: 'Judge' })).toHaveValue('')
  await pick('Judge', 'Judge of 2')
  // A live connection that opens late causes the same request once more.
  expect([...new Set(requested)]).toEqual([1, 2])
})

test('categories that are too many to load at once are searched by the server', nightly, async ({ openPage }) => {
  const requested: unknown[] = []
  const page = await open(openPage, { resource: 'everything' }, (one) =>
    one.route('**/api/everything/getCaseTypeList', (route) => {
      const { SearchQuery } = route.request().postDataJSON() as { SearchQuery?: string }
      requested.push(SearchQuery)
      const data = SearchQuery === undefined ? [{ id: 1, name: 'Civil' }] : [{ id: 900, name: 'Marriage' }]
      return route.fulfill({ json: { Status: 'success', Message: '', data, ovf: SearchQuery === undefined } })
    }),
  )
  await dialog(page).getByRole('button', { name: 'Category' }).click()
  await expect(page.getByText(form.moreChoices)).toBeVisible()
  await page.getByRole('textbox', { name: form.nested.search }).fill('wedding')
  await page.getByRole('button', { name: 'Marriage' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Category' }).getByText('Marriage')).toBeVisible()
  expect(requested).toContain('wedding')
})

test('the categories open at the chosen one, also when they are loaded after the list is open', async ({
  openPage,
}) => {
  const { promise, resolve } = deferred()
  const page = await open(openPage, { resource: 'everything', mode: 'Update', id: 1 }, async (one) => {
    await mock(one, 'find', () => ({ id: 1, version: 1, kind: 'Plain', category: { id: 11, name: 'Debt' } }))
    await one.route('**/api/everything/getCaseTypeList', async (route) => {
      await promise
      const data = [{ id: 1, name: 'Civil', children: [{ id: 11, name: 'Debt' }] }]
      await route.fulfill({ json: { Status: 'success', Message: '', ovf: false, data } })
    })
  })
  await field(page, 'category').getByRole('button').click()
  const list = page.getByRole('dialog').last()
  await expect(list.getByText(form.searching)).toBeVisible()
  resolve()
  await expect(list.getByRole('navigation', { name: form.nested.path }).getByText('Civil')).toBeVisible()
  await expect(list.getByRole('listitem').getByRole('button', { name: 'Debt' })).toBeVisible()
})

test('a category is chosen step by step or by its name, and a click outside closes the list', async ({ openPage }) => {
  const page = await open(openPage, { resource: 'everything' }, (one) =>
    mock(one, 'getCaseTypeList', () => [
      { id: 1, name: 'Civil', children: Array.from({ length: 600 }, (_, n) => ({ id: 10 + n, name: `Debt ${n}` })) },
      { id: 2, name: 'Criminal' },
      { id: 3, name: 'Family', children: [{ id: 1000, name: 'Divorce' }] },
    ]),
  )
  const list = page.getByRole('dialog').last()
  await field(page, 'category').getByRole('button').click()
  await list.getByRole('button', { name: form.nested.into('Family') }).click()
  await expect(list.getByRole('navigation', { name: form.nested.path }).getByText('Family')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await list.getByRole('button', { name: form.nested.back, exact: true }).click()
  await expect(list.getByRole('button', { name: 'Criminal' })).toBeVisible()

  // A few matches are listed with their path, more than five hundred without it.
  await list.getByRole('textbox').fill('Debt 59')
  await expect(list.locator('small')).toHaveCount(16)
  await list.getByRole('textbox').fill('Debt')
  await expect(list.getByRole('listitem')).toHaveCount(600)
  await expect(list.locator('small')).toHaveCount(0)
  await list.getByRole('textbox').fill('nothing')
  await expect(list.getByText(form.nothing)).toBeVisible()

  await dialog(page).getByRole('heading').first().click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})
