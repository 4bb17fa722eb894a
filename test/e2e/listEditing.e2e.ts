import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser } from '../factories.ts'
import { type Another, another } from './another.ts'
import { axe, home, newPage, startBrowser } from './browser.ts'
import {
  cell,
  choose,
  grid,
  keepToast,
  menuOf,
  openList,
  quickSearch,
  rowCount,
  rowsOf,
  signInStaff,
  toast,
} from './lists.ts'

const words = dv.list

let browser: Browser
let colleague: Another
const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })

beforeAll(async () => {
  browser = await startBrowser()
  await database.connect()
  colleague = await another()
})
// Other files find these lists as long as they were.
afterAll(async () => {
  await browser.close()
  await database.query(`delete from case_types where name like 'ތަޖުރިބާ ބާވަތް %'`)
  await database.end()
})

/** A list that holds one row of its own, found by its name. */
async function openNamed(resource: string, table: string, name: string) {
  await database.query(`insert into ${table} (name) values ($1)`, [name])
  const page = await openList(browser, resource, { search: name })
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['live'])).toBe('connected')
  return page
}

const input = (page: Page) => cell(page, 0, 'name').getByRole('textbox')
const nameNow = async (id: number) => (await colleague.save('courts/find', { id }))['name']

describe('editing in the list', () => {
  test('saves with Enter, tells it, and takes it back when asked', async () => {
    const page = await openNamed('courts', 'courts', 'ތަޖުރިބާ އެއް')
    await cell(page, 0, 'name').dblclick()
    await input(page).fill('ތަޖުރިބާ އެއް ދެން')
    await input(page).press('Enter')
    await keepToast(page, words.saved)
    await expect.poll(() => cell(page, 0, 'name').textContent()).toBe('ތަޖުރިބާ އެއް ދެން')
    await page.getByRole('button', { name: words.undo }).click()
    await toast(page, words.undone).waitFor()
    await expect.poll(() => cell(page, 0, 'name').textContent()).toBe('ތަޖުރިބާ އެއް')
  })

  test('leaves the cell as it was with Escape, and the focus stays there', async () => {
    const page = await openNamed('courts', 'courts', 'ތަޖުރިބާ ދޭއް')
    await cell(page, 0, 'name').click()
    await page.keyboard.press('Enter')
    await input(page).fill('އެހެން')
    await page.keyboard.press('Escape')
    await expect.poll(() => cell(page, 0, 'name').textContent()).toBe('ތަޖުރިބާ ދޭއް')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-column'))).toBe('name')
  })

  test('tells a refusal at the cell and in the corner, and keeps what was typed', async () => {
    const page = await openNamed('judges', 'judges', 'ތަޖުރިބާ ތިނެއް')
    await cell(page, 0, 'name').dblclick()
    await input(page).fill(' ')
    await input(page).press('Enter')
    const told = await cell(page, 0, 'name').getByRole('alert').textContent()
    await toast(page, told ?? '').waitFor()
    expect(await input(page).inputValue()).toBe(' ')
    expect(await axe(page)).toEqual([])
  })

  test('tells that somebody else has changed the row, and renews the list', async () => {
    const page = await openNamed('courts', 'courts', 'ތަޖުރިބާ ހަތަރެއް')
    await cell(page, 0, 'name').dblclick()
    await database.query(`update courts set name = $1, version = version + 1 where name = $2`, [
      'ތަޖުރިބާ ހަތަރެއް ބަދަލު',
      'ތަޖުރިބާ ހަތަރެއް',
    ])
    await input(page).fill('ތަޖުރިބާ ހަތަރެއް މިހާރު')
    await input(page).press('Enter')
    await toast(page, words.changedElsewhere).waitFor()
    await cell(page, 0, 'name').getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => cell(page, 0, 'name').textContent()).toBe('ތަޖުރިބާ ހަތަރެއް ބަދަލު')
  })

  test('writes over what a colleague has saved meanwhile only when told of it and asked once more', async () => {
    const page = await openNamed('courts', 'courts', 'ތަޖުރިބާ އަށެއް')
    await cell(page, 0, 'name').dblclick()
    await input(page).fill('ތަޖުރިބާ އަށެއް އަޅުގަނޑުގެ')
    const id = Number(await rowsOf(page).first().getAttribute('data-row'))
    await colleague.save('courts/update', { id, version: 1, name: 'ތަޖުރިބާ އަށެއް އެކަކުގެ' })
    const told = cell(page, 0, 'name').getByRole('alert')
    await told.getByText('ތަޖުރިބާ އަށެއް އެކަކުގެ').waitFor()
    expect(await axe(page)).toEqual([])

    await input(page).press('Enter')
    expect(await input(page).inputValue()).toBe('ތަޖުރިބާ އަށެއް އަޅުގަނޑުގެ')
    expect(await nameNow(id)).toBe('ތަޖުރިބާ އަށެއް އެކަކުގެ')
    await input(page).press('Enter')
    await toast(page, words.saved).waitFor()
    expect(await nameNow(id)).toBe('ތަޖުރިބާ އަށެއް އަޅުގަނޑުގެ')
  })

  test('leaves what a colleague has saved meanwhile with Escape', async () => {
    const page = await openNamed('courts', 'courts', 'ތަޖުރިބާ ނުވައެއް')
    await cell(page, 0, 'name').dblclick()
    await input(page).fill('ތަޖުރިބާ ނުވައެއް އަޅުގަނޑުގެ')
    const id = Number(await rowsOf(page).first().getAttribute('data-row'))
    await colleague.save('courts/update', { id, version: 1, name: 'ތަޖުރިބާ ނުވައެއް އެކަކުގެ' })
    await cell(page, 0, 'name').getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => cell(page, 0, 'name').textContent()).toBe('ތަޖުރިބާ ނުވައެއް އެކަކުގެ')
  })

  test('keeps what was typed when a colleague’s change takes the row out of the list, and saves it when asked', async () => {
    const page = await openNamed('courts', 'courts', 'ތަޖުރިބާ ސާޅީސް')
    await cell(page, 0, 'name').dblclick()
    await input(page).fill('ތަޖުރިބާ ސާޅީސް އަޅުގަނޑުގެ')
    const id = Number(await rowsOf(page).first().getAttribute('data-row'))
    await colleague.save('courts/update', { id, version: 1, name: 'ބަދަލުވި ނަމެއް' })
    await cell(page, 0, 'name').getByRole('alert').getByText('ބަދަލުވި ނަމެއް').waitFor()
    expect(await input(page).inputValue()).toBe('ތަޖުރިބާ ސާޅީސް އަޅުގަނޑުގެ')
    expect(await axe(page)).toEqual([])

    await input(page).press('Enter')
    await input(page).press('Enter')
    await toast(page, words.saved).waitFor()
    expect(await nameNow(id)).toBe('ތަޖުރިބާ ސާޅީސް އަޅުގަނޑުގެ')
    await expect.poll(() => cell(page, 0, 'name').textContent()).toBe('ތަޖުރިބާ ސާޅީސް އަޅުގަނޑުގެ')
  })

  test('keeps what was typed when a colleague deletes the row, tells it, and lets the words be copied', async () => {
    const page = await openNamed('courts', 'courts', 'ތަޖުރިބާ ފަންސާސް')
    await cell(page, 0, 'name').dblclick()
    await input(page).fill('ތަޖުރިބާ ފަންސާސް އަޅުގަނޑުގެ')
    const id = Number(await rowsOf(page).first().getAttribute('data-row'))
    await colleague.call('courts/delete', { id, version: 1 })
    await cell(page, 0, 'name').getByRole('alert').getByText(words.gone).waitFor()
    await input(page).press('Enter')
    await input(page).selectText()
    expect(await page.evaluate(() => String(document.getSelection()))).toBe('ތަޖުރިބާ ފަންސާސް އަޅުގަނޑުގެ')
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText(words.nothing).waitFor()
  })

  test('turns a switch at once, and the row leaves a list that it is no longer of', async () => {
    const page = await openList(browser, 'users', { search: 'reader@' })
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await cell(page, 0, 'active').dblclick()
    await cell(page, 0, 'active').getByRole('switch').click({ force: true })
    await keepToast(page, words.saved)
    await page.getByText(words.nothing).waitFor()
    await page.getByRole('button', { name: words.undo }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
  })

  test('is only for those who may change the record', async () => {
    const page = await newPage(browser)
    await signInStaff(page, 'analyst@hukum.test')
    await page.goto(`${home()}/caseFiles`)
    await rowsOf(page).first().waitFor()
    await cell(page, 0, 'title').dblclick()
    expect(await cell(page, 0, 'title').getByRole('textbox').count()).toBe(0)
    expect(await menuOf(page, 0)).toEqual([words.view, words.read])
  })
})

describe('a row', () => {
  test('is deleted after a question', async () => {
    const page = await openNamed('courts', 'courts', 'ތަޖުރިބާ ފަހެއް')
    await choose(page, 0, words.remove)
    const question = page.getByRole('dialog')
    await question.getByText('ތަޖުރިބާ ފަހެއް').waitFor()
    expect(await axe(page)).toEqual([])
    await question.getByRole('button', { name: words.remove }).click()
    await toast(page, words.removed).waitFor()
    await page.getByText(words.nothing).waitFor()
  })

  test('is viewed and changed in its form', async () => {
    const page = await openNamed('courts', 'courts', 'ތަޖުރިބާ ހައެއް')
    await choose(page, 0, words.view)
    await page.getByRole('dialog').getByText('ތަޖުރިބާ ހައެއް').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await choose(page, 0, words.edit)
    await page.getByRole('dialog').getByRole('textbox').first().fill('ތަޖުރިބާ ހައެއް ފޯމުން')
    await page.getByRole('dialog').getByRole('button', { name: dv.form.save }).click()
    await expect.poll(() => cell(page, 0, 'name').textContent()).toBe('ތަޖުރިބާ ހައެއް ފޯމުން')
  })

  test('is made by the plus', async () => {
    const page = await openList(browser, 'relationTypes')
    await page.getByRole('button', { name: words.create('ގުޅުމުގެ ބާވަތް') }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('ތަޖުރިބާ ގުޅުން')
    await page.getByRole('dialog').getByRole('button', { name: dv.form.save }).click()
    await quickSearch(page).fill('ތަޖުރިބާ ގުޅުން')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
  })

  test('of a person gets a new password, which is told once', async () => {
    // Of one's own: whoever is signed in elsewhere keeps his.
    const email = await buildUser(process.env['HUKUM_DATABASE_URL'] ?? '')
    const page = await openList(browser, 'users', { search: email })
    await choose(page, 0, words.reset.act)
    await page.getByRole('dialog').getByRole('button', { name: words.reset.act }).click()
    const told = page.getByRole('dialog', { name: words.reset.done })
    await expect.poll(async () => (await told.getByRole('textbox').inputValue()).length).toBeGreaterThanOrEqual(12)
    expect(await axe(page)).toEqual([])
    await told.getByRole('button', { name: dv.actions.close }).click()
    await told.waitFor({ state: 'detached' })
  })
})

describe('a long list', () => {
  test('is searched by the server, with a button and Enter, and turned page by page', async () => {
    await database.query(`insert into case_types (name) select 'ތަޖުރިބާ ބާވަތް ' || n from generate_series(1, 600) as n`)
    const page = await openList(browser, 'caseTypes')
    await page.getByRole('button', { name: words.searchAll }).waitFor()
    await quickSearch(page).fill('ތަޖުރިބާ ބާވަތް 577')
    expect(await rowCount(page)).toBeGreaterThan(600)
    await quickSearch(page).press('Enter')
    await expect.poll(() => rowCount(page)).toBe(1)
    await quickSearch(page).fill('')
    await page.getByRole('button', { name: words.searchAll }).click()
    await expect.poll(() => rowCount(page)).toBeGreaterThan(600)
    await page.getByRole('button', { name: dv.pager.last }).click()
    const pages = async () => String(Math.ceil((await rowCount(page)) / 10))
    await expect.poll(async () => new URL(page.url()).searchParams.get('page') === (await pages())).toBe(true)
    await grid(page).getByRole('columnheader', { name: 'ނަން' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=name')
    expect(await axe(page)).toEqual([])
  })
})
