import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dv } from '#web/strings/dv.ts'
import { cloneDatabase, type TestDatabase } from '../database.ts'
import { buildUser, password } from '../factories.ts'
import { buildFourteenth } from '../fourteenth/house.ts'
import { hearings } from '../fourteenth/hearings.ts'
import { openProcesses } from '../processes.ts'
import { logIn } from './acts.ts'
import { axe, newPage, startBrowser } from './browser.ts'
import { cell, choose, quickSearch, rowsOf, toast } from './lists.ts'

/** What `test/fourteenth.test.ts` shows of the calls, on the screen: a list and a form that nobody has written. */

const secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }
const house = buildFourteenth()
let browser: Browser
let database: TestDatabase
let processes: ReturnType<typeof openProcesses>
let page: { address: string; email: string }

beforeAll(async () => {
  const build = `import { buildWeb } from '${join(house.root, 'scripts/buildWeb.ts')}'\nawait buildWeb({ say: () => undefined })`
  execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: house.root, stdio: 'ignore' })
  browser = await startBrowser()
  database = await cloneDatabase(JSON.parse(process.env['HUKUM_CLUSTER'] ?? '') as Parameters<typeof cloneDatabase>[0])
  processes = openProcesses({ databaseUrl: database.url, secrets }, house.root)
  const { port } = await processes.start()
  const can = ['read', 'create', 'update', 'delete'].map((action) => `${action}-hearings`)
  const email = await buildUser(database.url, { can: [...can, 'read-caseFiles'] })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into courts (name) values ('ސިވިލް ކޯޓު')`)
  await client.end()
  page = { address: `http://127.0.0.1:${port}`, email }
  // The web is built once more for it, which takes its time on a busy machine.
}, 400_000)
afterAll(async () => {
  await browser.close()
  await processes.close()
  await database.drop()
  house.remove()
})

const field = (one: Page, label: string) => one.getByRole('dialog').getByRole('textbox', { name: label, exact: true })
const save = (one: Page) => one.getByRole('dialog').getByRole('button', { name: dv.form.save, exact: true })

test('a fourteenth resource stands in the menu, and is made, found, edited and deleted in its list and form', async () => {
  const { label } = hearings
  const one = await newPage(browser)
  await logIn(one, page.address, { email: page.email, password })
  await one.getByRole('navigation', { name: dv.nav.menu }).getByRole('link', { name: label.many.dv }).click()
  await one.getByRole('heading', { level: 1, name: label.many.dv }).waitFor()
  await expect.poll(() => one.title()).toBe(`${label.many.dv} | ${dv.product}`)
  expect(await axe(one)).toEqual([])

  await one.getByRole('button', { name: dv.list.create(label.one.dv) }).first().click()
  await field(one, 'ސުރުޚީ').fill('ފުރަތަމަ މަޖިލިސް')
  await one.getByRole('dialog').getByRole('combobox', { name: 'ކޯޓު' }).click()
  await one.getByRole('option', { name: 'ސިވިލް ކޯޓު' }).click()
  expect(await axe(one)).toEqual([])
  await save(one).click()
  await quickSearch(one).fill('ފުރަތަމަ')
  await expect.poll(() => rowsOf(one).count()).toBe(1)
  expect(await cell(one, 0, 'court').textContent()).toBe('ސިވިލް ކޯޓު')

  await cell(one, 0, 'title').dblclick()
  await cell(one, 0, 'title').getByRole('textbox').fill('ފުރަތަމަ މަޖިލިސް ދެން')
  await cell(one, 0, 'title').getByRole('textbox').press('Enter')
  await toast(one, dv.list.saved).waitFor()
  await choose(one, 0, dv.list.edit)
  await one.getByRole('dialog').getByRole('switch').click({ force: true })
  await save(one).click()
  await expect.poll(() => cell(one, 0, 'published').textContent()).toBe(dv.acts.yes)
  // A form to change something stays open when it is saved.
  await one.getByRole('dialog').getByRole('button', { name: dv.form.close, exact: true }).last().click()
  await one.getByRole('dialog').waitFor({ state: 'detached' })

  await choose(one, 0, dv.list.remove)
  await one.getByRole('dialog').getByRole('button', { name: dv.list.remove }).click()
  await toast(one, dv.list.removed).waitFor()
  await expect.poll(() => rowsOf(one).count()).toBe(0)
}) // prettier-ignore
