import { expect, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { endSessions } from './accountActions.ts'
import { nightly } from './nightly.ts'
import type { TestServer } from './testServer.ts'
import { axe, expectPath, signIn } from './pageActions.ts'
import { openList, pathOf, toast } from './listActions.ts'
import { unisolatedNumbers } from './unisolatedNumbers.ts'

const { form, reauth, list } = dv

/** A user whose sessions the test ends. */
const newUser = (server: TestServer) =>
  buildUser(server.databaseUrl, { can: ['read-courts', 'create-courts', 'read-judges', 'create-judges'] })

const name = (page: Page) => page.getByRole('textbox', { name: 'ނަން', exact: true })

test('a session that ends under an open form is renewed over it, and nothing typed is lost', async ({
  openPage,
  server,
}) => {
  const user = await newUser(server)
  const page = await openList(openPage, 'courts', {}, { user, password })
  await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
  await name(page).pressSequentially('ދެވަނަ ')
  await endSessions(server, user)
  await page.keyboard.press('Enter')

  await expect(page.getByText(reauth.lead)).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(await unisolatedNumbers(page)).toEqual([])
  // Escape closes neither the dialog nor the form under it.
  await page.keyboard.press('Escape')
  const secret = page.getByLabel(dv.login.password, { exact: true })
  await expect(secret).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(reauth.lead)).toHaveCount(0)
  await expect(name(page)).toBeFocused()
  await page.keyboard.insertText('ފަ')

  // The code of the dialog is there: it opens at once.
  await endSessions(server, user)
  await page.keyboard.press('Enter')
  await expect(secret).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(reauth.lead)).toHaveCount(0)
  await expect(name(page)).toBeFocused()
  await page.keyboard.insertText('ހަރު')

  await expect(name(page)).toHaveValue('ދެވަނަ ފަހަރު')
  await page.getByRole('button', { name: form.save, exact: true }).click()
  await expect(toast(page, form.saved)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const { who, can, path } of [
  { who: 'who may open the page', can: ['read-courts', 'create-courts'], path: pathOf('courts') },
  { who: 'who may not open the page', can: ['read-judges'], path: '/home' },
])
  test(
    `a user ${who} and signs in in another tab does not get the form of another user whose session has ended`,
    nightly,
    async ({ openPage, server }) => {
      const user = await newUser(server)
      const page = await openList(openPage, 'courts', {}, { user, password })
      await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
      await name(page).fill('އެހެން މީހެއްގެ ކޯޓު')
      await expect(page.getByText(form.draft.stored)).toBeVisible()
      await endSessions(server, user)
      await page.getByRole('button', { name: form.save, exact: true }).click()
      await expect(page.getByText(reauth.lead)).toBeVisible()

      const tab = await page.context().newPage()
      await tab.goto('/login')
      await tab.getByRole('button', { name: dv.login.switchAccount }).click()
      await signIn(tab, await buildUser(server.databaseUrl, { can }), password)
      await expectPath(page, path)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('main')).toBeVisible()
    },
  )

test(
  'a record whose answer is lost and that is corrected is stored once, as it was corrected',
  nightly,
  async ({ openPage, server }) => {
    const names = async () =>
      (await server.query("select name from courts where name like 'Lost%' order by id")).map(({ name }) => name)
    const page = await openList(openPage, 'courts')
    const save = page.getByRole('button', { name: form.save, exact: true })
    const saveTwice = async (first: string, second: string) => {
      await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
      await name(page).fill(first)
      await save.click()
      await expect(toast(page, dv.errors.unreadable)).toBeVisible()
      await name(page).fill(second)
      await save.click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }

    await page.route(
      '**/api/courts/create',
      async (route) => {
        await route.fetch()
        await route.fulfill({ body: 'cut' })
      },
      { times: 1 },
    )
    await saveTwice('Lost wiht its answer', 'Lost with its answer')
    expect(await names()).toEqual(['Lost with its answer'])

    await test.step('a request that was lost as well', async () => {
      await page.route('**/api/courts/create', (route) => route.fulfill({ body: 'cut' }), { times: 1 })
      await saveTwice('Lost beofre', 'Lost before')
      expect(await names()).toEqual(['Lost with its answer', 'Lost before'])
    })
  },
)

test('a user who does not sign in again finds the typed text as a draft', nightly, async ({ openPage, server }) => {
  const user = await newUser(server)
  const page = await openList(openPage, 'judges', {}, { user, password })
  await page.getByRole('button', { name: list.create('ފަނޑިޔާރު') }).click()
  await name(page).fill('ނުނިމޭ ނަން')
  await expect(page.getByText(form.draft.stored)).toBeVisible()
  await endSessions(server, user)
  await page.getByRole('button', { name: form.save, exact: true }).click()
  await page.getByRole('button', { name: reauth.leave, exact: true }).click()
  await page.waitForURL('**/login**')
  await signIn(page, user, password)
  await page.goto(pathOf('judges'))
  await page.getByRole('button', { name: list.create('ފަނޑިޔާރު') }).click()
  await page.getByRole('button', { name: form.draft.restore }).click()
  await expect(name(page)).toHaveValue('ނުނިމޭ ނަން')
})

const question = (page: Page) => page.getByRole('dialog', { name: form.unsaved.title })

test('going back from an unsaved form asks first, and staying keeps the text', async ({ openPage }) => {
  const page = await openList(openPage, 'courts')
  await page.goto('/home')
  await page.getByRole('link', { name: 'ކޯޓުތައް', exact: true }).first().click()
  await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
  await name(page).fill('ނުނިމޭ ކޯޓު')
  await page.goBack()
  await expect(question(page)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await question(page).getByRole('button', { name: form.unsaved.stay }).click()
  await page.waitForURL(`**${pathOf('courts')}`)
  await expect(name(page)).toHaveValue('ނުނިމޭ ކޯޓު')

  await page.goBack()
  await question(page).getByRole('button', { name: form.unsaved.leave }).click()
  await expectPath(page, '/home')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('closing the tab of an unsaved form asks first, of an unchanged one not', nightly, async ({ openPage }) => {
  const page = await openList(openPage, 'courts')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
  await expect(name(page)).toBeVisible()
  await page.reload()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
  await name(page).fill('ނުނިމޭ ކޯޓު')
  await page.reload()
  await expect.poll(() => asked).toEqual(['beforeunload'])
})
