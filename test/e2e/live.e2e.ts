import { randomInt } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { resources } from '#shared/resources/index.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { pdf } from '../files.ts'
import { type Another, another } from './another.ts'
import { isLive, startBrowser } from './browser.ts'
import { openList, quickSearch, rowsOf } from './lists.ts'

/** Two people at two machines: what one of them saves, the other sees without doing anything. */

let browser: Browser
let colleague: Another

beforeAll(async () => {
  browser = await startBrowser()
  colleague = await another()
})
afterAll(() => browser.close())

/** A word that stands nowhere else. */
const newWord = () => `zq${randomInt(1e9)}`

type Sample = {
  /** What a new record needs besides the field that is changed. */
  rest?: (word: string) => Promise<object> | object
  /** The field in which the word stands. */
  field: string
}

const aType = async () => ({ id: (await colleague.save('caseTypes/create', { name: newWord() })).id })

/** For each resource a record to make, and the field that is changed. */
const samples: Record<(typeof resources)[number]['name'], Sample> = {
  caseFiles: {
    field: 'title',
    rest: async () => ({
      court: 1,
      case_types: [(await aType()).id],
      case_numbers: [{ number: `${randomInt(1, 9999)}/HC-A/19${randomInt(10, 99)}` }],
    }),
  },
  phrases: { field: 'english_phrase', rest: () => ({ dhivehi_phrase: `އިބާރާތް ${newWord()}` }) },
  analysis: {
    field: 'title',
    rest: async () => ({ court: 1, pdf_file: (await colleague.upload('analysis.pdf_file', pdf()))?.id }),
  },
  courts: { field: 'name' },
  judges: { field: 'name' },
  caseTypes: { field: 'name' },
  relationTypes: { field: 'name' },
  caseStatuses: { field: 'name', rest: () => ({ color: 'green', icon: 'check' }) },
  subscriptionConfigs: { field: 'name', rest: () => ({ amount: 10, days: 30 }) },
  dynamicPages: { field: 'name', rest: (word) => ({ route: word, page_content: '<p>a</p>' }) },
  users: { field: 'name', rest: (word) => ({ email: `${word}@hukum.test`, active: true, is_locked: false }) },
  roles: { field: 'name', rest: () => ({ guard_name: 'web' }) },
  permissions: { field: 'name', rest: () => ({ guard_name: 'web' }) },
}

/** The list has joined its channel: what happens from here on it is told. */
async function openLiveList(resource: string, search: Record<string, string> = {}) {
  const page = await openList(browser, resource, search)
  await isLive(page)
  return page
}

/** A mark is there for a moment only: the page itself notes what was marked last. */
const noteMarks = (page: Page) =>
  page.evaluate(() => {
    new MutationObserver(() => {
      const marked = [...document.querySelectorAll('[data-changed]')].map(({ textContent }) => textContent).join('\n')
      if (marked !== '') document.documentElement.dataset['marked'] = marked
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
const markedIn = (page: Page) => page.evaluate(() => document.documentElement.dataset['marked'])
/** The marks that were there are gone, and forgotten. */
async function forgetMarks(page: Page) {
  await expect.poll(() => page.locator('[data-changed]').count()).toBe(0)
  await page.evaluate(() => delete document.documentElement.dataset['marked'])
}

const textOf = (page: Page) =>
  rowsOf(page)
    .allTextContents()
    .then((rows) => rows.join('\n'))

describe('each of the thirteen lists follows what another makes, changes and deletes', () => {
  test.each(Object.entries(samples))('%s', async (name, { field, rest }) => {
    const word = newWord()
    const page = await openLiveList(name, { search: word })
    await page.getByText(dv.list.nothing).waitFor()

    await noteMarks(page)
    const given = { ...(await rest?.(word)), [field]: `${word} one` }
    const made = await colleague.save(`${name}/create`, given)
    await expect.poll(() => textOf(page)).toContain(`${word} one`)
    expect(await rowsOf(page).count()).toBe(1)
    await expect.poll(() => markedIn(page)).toContain(`${word} one`)
    await forgetMarks(page)

    const changed = await colleague.save(`${name}/update`, {
      id: made.id,
      version: made.version,
      [field]: `${word} two`,
    })
    await expect.poll(() => textOf(page)).toContain(`${word} two`)
    expect(await rowsOf(page).count()).toBe(1)
    // What was changed is marked, and nothing beside it.
    await expect.poll(() => markedIn(page)).toBe(`${word} two`)
    await forgetMarks(page)

    await colleague.call(`${name}/delete`, { id: made.id, version: changed.version })
    await expect.poll(() => rowsOf(page).count()).toBe(0)
    expect(await quickSearch(page).inputValue()).toBe(word)
  })
})

test('a filtered list gains a row that comes into it, and loses one that leaves it', async () => {
  const word = newWord()
  const active = await openLiveList('users', { search: word })
  const inactive = await openLiveList('users', { search: word, Active: 'false' })
  const made = await colleague.save('users/create', {
    name: `${word} person`,
    email: `${word}@hukum.test`,
    active: true,
    is_locked: false,
  })
  await expect.poll(() => rowsOf(active).count()).toBe(1)
  expect(await rowsOf(inactive).count()).toBe(0)

  const { version } = await colleague.save('users/update', { id: made.id, version: made.version, active: false })
  await expect.poll(() => rowsOf(inactive).count()).toBe(1)
  await expect.poll(() => rowsOf(active).count()).toBe(0)
  // Nobody else of the library is inactive.
  await colleague.call('users/delete', { id: made.id, version })
  await expect.poll(() => rowsOf(inactive).count()).toBe(0)
})

test('a choice that another makes is among the choices that stand open', async () => {
  const page = await openList(browser, 'users')
  await page.getByRole('button', { name: dv.list.create('ޔޫޒަރު') }).click()
  const roles = page.getByRole('dialog').first().locator('[data-field="roles"]')
  const name = newWord()
  await roles.getByRole('combobox').click()
  await roles.getByRole('combobox').fill(name)
  await isLive(page)
  expect(await roles.getByRole('option', { name }).count()).toBe(0)
  await colleague.save('roles/create', { name, guard_name: 'web' })
  await roles.getByRole('option', { name }).waitFor()
})

test('one does not see his own changes as news', async () => {
  const word = newWord()
  const page = await openLiveList('courts', { search: word })
  await noteMarks(page)
  await page.getByRole('button', { name: dv.list.create('ކޯޓު') }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('ނަން').fill(`${word} own`)
  await form.getByRole('button', { name: dv.form.save, exact: true }).click()
  await expect.poll(() => textOf(page)).toContain(`${word} own`)
  expect(await markedIn(page)).toBeUndefined()
})
