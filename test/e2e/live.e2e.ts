import { randomInt } from 'node:crypto'
import { type ApiUser, expect, type OpenPage, type Page, staff, test } from './fixtures.ts'
import type { resources } from '#shared/resources/index.ts'
import { newWord } from './apiUser.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { pdf } from '#test/files.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { expectLive } from './pageActions.ts'
import { cell, openList, pathOf, quickSearch, rowsOf } from './listActions.ts'

/** Live updates: a list shows what another user saves. */

type Sample = {
  /** The other fields of a new record. */
  otherFields?: (word: string, colleague: ApiUser) => Promise<object> | object
  /** The field that contains the word. */
  field: string
}

const createType = async (colleague: ApiUser) => ({
  id: (await colleague.save('caseTypes/create', { name: newWord() })).id,
})

/** For each resource a record to create, and the field that is changed. */
const samples: Record<(typeof resources)[number]['name'], Sample> = {
  caseFiles: {
    field: 'title',
    otherFields: async (_word, colleague) => ({
      court: 1,
      case_types: [(await createType(colleague)).id],
      case_numbers: [{ number: `${randomInt(1, 9999)}/HC-A/19${randomInt(10, 99)}` }],
    }),
  },
  phrases: { field: 'english_phrase', otherFields: () => ({ dhivehi_phrase: `އިބާރާތް ${newWord()}` }) },
  analysis: {
    field: 'title',
    otherFields: async (_word, colleague) => ({
      court: 1,
      pdf_file: (await colleague.upload('analysis.pdf_file', pdf()))?.id,
    }),
  },
  courts: { field: 'name' },
  judges: { field: 'name' },
  caseTypes: { field: 'name' },
  relationTypes: { field: 'name' },
  caseStatuses: { field: 'name', otherFields: () => ({ color: 'good', icon: 'circle-check' }) },
  subscriptionConfigs: { field: 'name', otherFields: () => ({ amount: 10, days: 30 }) },
  dynamicPages: { field: 'name', otherFields: (word) => ({ route: word, page_content: '<p>a</p>' }) },
  users: { field: 'name', otherFields: (word) => ({ email: `${word}@hukum.test`, active: true, is_locked: false }) },
  roles: { field: 'name', otherFields: () => ({ guard_name: 'web' }) },
  permissions: { field: 'name', otherFields: () => ({ guard_name: 'web' }) },
}

/** Opens a list and waits until it has joined its channel. */
async function openLiveList(openPage: OpenPage, resource: string, search: Record<string, string> = {}) {
  const page = await openList(openPage, resource, search)
  await expectLive(page)
  return page
}

/** Highlights are short: the page records the last one itself. */
const recordHighlights = (page: Page) =>
  page.evaluate(() => {
    new MutationObserver(() => {
      const highlighted = [...document.querySelectorAll('[data-changed]')]
        .map(({ textContent }) => textContent)
        .join('\n')
      if (highlighted !== '') document.documentElement.dataset['highlighted'] = highlighted
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
const lastHighlight = (page: Page) => page.evaluate(() => document.documentElement.dataset['highlighted'])
/** Waits until the highlights are gone, and clears the record. */
async function clearHighlights(page: Page) {
  await expect(page.locator('[data-changed]')).toHaveCount(0)
  await page.evaluate(() => delete document.documentElement.dataset['highlighted'])
}

for (const [name, { field, otherFields }] of Object.entries(samples))
  test(
    `the list of ${name} shows what another user creates, changes and deletes`,
    nightlyUnless(name === 'caseFiles'),
    async ({ openPage, colleague }) => {
      const word = newWord()
      const page = await openLiveList(openPage, name, { search: word })
      await expect(page.getByText(dv.list.nothing)).toBeVisible()

      await recordHighlights(page)
      const fields = { ...(await otherFields?.(word, colleague)), [field]: `${word} one` }
      const created = await colleague.save(`${name}/create`, fields)
      await expect(rowsOf(page).first()).toContainText(`${word} one`)
      await expect(rowsOf(page)).toHaveCount(1)
      await expect.poll(() => lastHighlight(page)).toContain(`${word} one`)
      await clearHighlights(page)

      const changed = await colleague.save(`${name}/update`, {
        id: created.id,
        version: created.version,
        [field]: `${word} two`,
      })
      await expect(rowsOf(page).first()).toContainText(`${word} two`)
      await expect(rowsOf(page)).toHaveCount(1)
      // Only the changed cell is highlighted.
      await expect.poll(() => lastHighlight(page)).toBe(`${word} two`)
      await clearHighlights(page)

      await colleague.call(`${name}/delete`, { id: created.id, version: changed.version })
      await expect(rowsOf(page)).toHaveCount(0)
      await expect(quickSearch(page)).toHaveValue(word)
    },
  )

test('a list is fetched once, and shows a change from between its rows and its subscription', async ({
  openPage,
  colleague,
}) => {
  const page = await openPage({ user: staff })
  let fetches = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/caseTypes/get')) fetches += 1
  })
  const { promise: created, resolve } = Promise.withResolvers<undefined>()
  await page.route('**/api/broadcasting/auth', async (route) => {
    await created
    await route.continue()
  })
  await page.goto(pathOf('caseTypes'))
  await expect(rowsOf(page).first()).toBeVisible()
  const word = newWord()
  await colleague.save('caseTypes/create', { name: word })
  resolve(undefined)
  await expect(rowsOf(page).filter({ hasText: word })).toHaveCount(1)
  expect(fetches).toBe(1)
})

test('a filtered list gains a row that begins to match, and loses one that stops', async ({ openPage, colleague }) => {
  const word = newWord()
  const active = await openLiveList(openPage, 'users', { search: word })
  const inactive = await openLiveList(openPage, 'users', { search: word, Active: 'false' })
  const created = await colleague.save('users/create', {
    name: `${word} person`,
    email: `${word}@hukum.test`,
    active: true,
    is_locked: false,
  })
  await expect(rowsOf(active)).toHaveCount(1)
  await expect(rowsOf(inactive)).toHaveCount(0)

  const { version } = await colleague.save('users/update', { id: created.id, version: created.version, active: false })
  await expect(rowsOf(inactive)).toHaveCount(1)
  await expect(rowsOf(active)).toHaveCount(0)
  // No other user of the demo library is inactive.
  await colleague.call('users/delete', { id: created.id, version })
  await expect(rowsOf(inactive)).toHaveCount(0)
})

test('an open combobox gains a choice that another user creates', nightly, async ({ openPage, colleague }) => {
  const page = await openList(openPage, 'users')
  await page.getByRole('button', { name: dv.list.create('ޔޫޒަރު') }).click()
  const roles = page.getByRole('dialog').first().locator('[data-field="roles"]')
  const name = newWord()
  await roles.getByRole('combobox').click()
  await roles.getByRole('combobox').fill(name)
  await expectLive(page)
  await expect(roles.getByRole('option', { name })).toHaveCount(0)
  await colleague.save('roles/create', { name, guard_name: 'web' })
  await expect(roles.getByRole('option', { name })).toBeVisible()
})

test("the user's own changes are not highlighted as changes of others", async ({ openPage }) => {
  const word = newWord()
  const page = await openLiveList(openPage, 'courts', { search: word })
  await recordHighlights(page)
  await page.getByRole('button', { name: dv.list.create('ކޯޓު') }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('ނަން').fill(`${word} own`)
  await form.getByRole('button', { name: dv.form.save, exact: true }).click()
  await expect(rowsOf(page).first()).toContainText(`${word} own`)
  expect(await lastHighlight(page)).toBeUndefined()
})

test('Enter edits the focused row after another user has added one above it', async ({ openPage, colleague }) => {
  const { page, word } = await openTwoCourts(openPage, colleague)
  await cell(page, 1, 'name').click()
  await colleague.save('courts/create', { name: `${word} c` })
  await expect(rowsOf(page)).toHaveCount(3)
  await page.keyboard.press('Enter')
  await expect(cell(page, 2, 'name').getByRole('textbox')).toHaveValue(`${word} a`)
})

test('the focus stays with the row whose cell was edited while another user added one above it', async ({
  openPage,
  colleague,
}) => {
  const { page, word } = await openTwoCourts(openPage, colleague)
  await cell(page, 1, 'name').dblclick()
  await colleague.save('courts/create', { name: `${word} c` })
  await expect(rowsOf(page)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(cell(page, 2, 'name')).toBeFocused()
  await expect(cell(page, 2, 'name')).toHaveText(`${word} a`)
})

/** Opens the list of two new courts, the later one first. */
async function openTwoCourts(openPage: OpenPage, colleague: ApiUser) {
  const word = newWord()
  for (const letter of ['a', 'b']) await colleague.save('courts/create', { name: `${word} ${letter}` })
  const page = await openLiveList(openPage, 'courts', { search: word })
  await expect(rowsOf(page)).toHaveCount(2)
  return { page, word }
}
