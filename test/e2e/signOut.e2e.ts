import { nightly } from './nightly.ts'
import { expect, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { storedText } from './browserDrafts.ts'
import { button, openAccountMenu } from './accountActions.ts'
import { expectPath, signIn } from './pageActions.ts'
import { expectLoaded, pathOf } from './listActions.ts'
import type { TestServer } from './testServer.ts'

/** What a log-out leaves in the browser, which other people may use. */

const { form, list } = dv

const newUser = (server: TestServer) =>
  buildUser(server.databaseUrl, { can: ['read-courts', 'create-courts', 'read-judges', 'create-judges'] })

const nameField = (page: Page) => page.getByRole('textbox', { name: 'ނަން', exact: true })

async function openForm(page: Page, resource: string, label: string) {
  await page.goto(pathOf(resource))
  await expectLoaded(page)
  await page.getByRole('button', { name: list.create(label) }).click()
  await expect(nameField(page)).toBeVisible()
}

async function storeDraft(page: Page, resource: string, label: string, name: string) {
  await openForm(page, resource, label)
  await nameField(page).fill(name)
  await expect(page.getByText(form.draft.stored)).toBeVisible()
}

/** Stores a draft and columns as earlier versions did: in the local storage, under the e-mail address of the user. */
const storeUnderEmail = (page: Page, owner: string, draft: object) =>
  page.evaluate(
    ([email, stored]) => {
      localStorage.setItem(`draft:${email}:courts:new`, stored)
      localStorage.setItem(`columns.${email}.courts`, '{"hidden":["id"],"widths":{}}')
    },
    [owner, JSON.stringify(draft)] as const,
  )

async function logOutDespiteDrafts(page: Page) {
  await openAccountMenu(page)
  await button(page, dv.top.logout).click()
  await page
    .getByRole('dialog', { name: form.unsaved.title })
    .getByRole('button', { name: dv.top.logout, exact: true })
    .click()
}

test('a draft stored under the e-mail address of the user is offered, and a log-out asks and erases every draft of the user alone', async ({
  openPage,
  server,
}) => {
  const user = await newUser(server)
  const page = await openPage({ isolated: true })
  await signIn(page, user, password)
  await storeUnderEmail(page, user, { at: '2026-01-02T03:04:05.678Z', version: null, values: { name: 'ސިއްރު ކޯޓު' } })
  page.on('dialog', (dialog) => void dialog.accept())
  await openForm(page, 'courts', 'ކޯޓު')
  await expect(page.getByText(form.draft.title)).toBeVisible()
  await expect.poll(() => storedText(page)).not.toMatch(new RegExp(`(draft:|columns\\.)${user}`))
  await storeDraft(page, 'judges', 'ފަނޑިޔާރު', 'ސިއްރު ފަނޑިޔާރު')
  await page.goto('/home')
  const other = `draft:another@hukum.test:courts:new`
  await page.evaluate((key) => localStorage.setItem(key, '{"at":"","version":null,"values":{}}'), other)
  expect(await storedText(page)).toContain('ސިއްރު')

  await openAccountMenu(page)
  await button(page, dv.top.logout).click()
  const question = page.getByRole('dialog', { name: form.unsaved.title })
  await expect(question).toContainText(dv.top.drafts(2))
  await question.getByRole('button', { name: dv.top.unfinished.stay }).click()
  expect(await storedText(page)).toContain('ސިއްރު')
  await logOutDespiteDrafts(page)
  await expectPath(page, '/login')
  const left = await storedText(page)
  expect(left).not.toContain('ސިއްރު')
  expect(left).toContain(other)
  await signIn(page, user, password)
  await openForm(page, 'courts', 'ކޯޓު')
  await expect(page.getByText(form.draft.title)).toHaveCount(0)
})

/** Ways in which the database of the drafts of a user cannot be read. */
const brokenDatabases: Record<string, (page: Page, name: string) => Promise<void>> = {
  'has no store': (page, name) =>
    page.evaluate((database) => {
      const opening = indexedDB.open(database)
      return new Promise<void>((resolve) => {
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      })
    }, name),
  // It waits for its connection to be closed.
  'is being deleted': (page, name) =>
    page.evaluate((database) => {
      const opening = indexedDB.open(database)
      return new Promise<void>((resolve) => {
        opening.onsuccess = () => {
          indexedDB.deleteDatabase(database).onblocked = () => resolve()
        }
      })
    }, name),
}

for (const [state, breakDatabase] of Object.entries(brokenDatabases))
  test(`a log-out waits for no database of drafts that ${state}`, nightly, async ({ openPage, server }) => {
    const user = await newUser(server)
    const page = await openPage({ isolated: true })
    await signIn(page, user, password)
    const [{ id } = {}] = await server.query('select id from users where email = $1', [user])
    await breakDatabase(page, `drafts:${String(id)}`)
    await openAccountMenu(page)
    await button(page, dv.top.logout).click()
    await expectPath(page, '/login')
  })

for (const remember of [false, true])
  test(
    `a log-out in one tab closes the open form of another and erases its text, with "remember me" ${remember}`,
    nightly,
    async ({ openPage, server }) => {
      const user = await newUser(server)
      const page = await openPage({ isolated: true })
      await signIn(page, user, password, { remember })
      const other = await page.context().newPage()
      await storeDraft(other, 'courts', 'ކޯޓު', 'ސިއްރު ކޯޓު')

      // The last key is pressed while the log-out is on its way: it is not stored either.
      const isAnswered = page.waitForResponse('**/api/auth/logout')
      await logOutDespiteDrafts(page)
      await other.keyboard.insertText('ށ')
      await isAnswered
      await expectPath(page, '/login')
      await other.waitForURL('**/login**')
      await expect(nameField(other)).toHaveCount(0)
      await other.close({ runBeforeUnload: true })
      expect(await storedText(page)).not.toContain('ސިއްރު')
      expect(await storedText(page)).not.toMatch(/drafts?:/)
    },
  )
