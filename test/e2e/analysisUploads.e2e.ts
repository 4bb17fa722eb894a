import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { readablePdf } from '#test/files.ts'
import { firstCourt } from './allResources.ts'
import { expect, type Page, test } from './fixtures.ts'
import type { TestServer } from './testServer.ts'
import { dialog, fillForm, saveForm } from './formActions.ts'
import { openList, rowsOf, toast } from './listActions.ts'
import { buildUser, password } from '#test/factories.ts'
import { axe, deferred } from './pageActions.ts'
import { nightly } from './nightly.ts'

const t = analysisStrings.dv
const { upload } = t

/** The analyses of these tests are not in the lists of others. */
const deleteUploads = (server: Pick<TestServer, 'query'>) =>
  server.query(
    `update analysis set deleted_at = now()
      where pdf_file_id in (select id from files where name like 'upload-%') and deleted_at is null`,
  )
test.afterEach(({ server }) => deleteUploads(server))

const panel = (page: Page) => page.getByRole('region', { name: upload.title })
const chosenByKey = async (page: Page, files: string | { name: string; mimeType: string; buffer: Buffer }[]) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: upload.choose }).press('Enter')
  await (await chooser).setFiles(files)
}
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

type Drag = { isDropped: boolean; over?: string }

/** Drags files over an element, and drops them if `isDropped`. Resolves with whether the browser would open them. */
const drag = (page: Page, files: { name: string; buffer: Buffer }[], { isDropped, over = '[role="grid"]' }: Drag) =>
  page.evaluate(
    ({ contents, event, selector }) => {
      const dataTransfer = new DataTransfer()
      for (const { name, bytes } of contents)
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'application/pdf', lastModified: 1 }))
      const target = document.querySelector(selector)
      return target?.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }))
    },
    {
      contents: files.map(({ name, buffer }) => ({ name, bytes: [...buffer] })),
      event: isDropped ? 'drop' : 'dragenter',
      selector: over,
    },
  )

test('PDFs that are dropped on the list become analyses of its court, one that is there already is named, and several are deleted together', async ({
  openPage,
  server,
}) => {
  const page = await openList(openPage, 'analysis')
  const two = [
    { name: 'upload-one.pdf', buffer: readablePdf('upload one') },
    { name: 'upload-two.pdf', buffer: readablePdf('upload two') },
  ]
  await drag(page, two, { isDropped: false })
  await expect(page.getByText(upload.drop)).toBeVisible()
  await expect(page.getByText(stripDirectionMarks(upload.files(2)))).toBeVisible()
  await drag(page, two, { isDropped: true })
  await expect(panel(page).getByText(upload.states.done)).toHaveCount(2)
  await expect(page.getByText(upload.drop)).toHaveCount(0)
  await expect(rowsOf(page).filter({ hasText: 'upload-' })).toHaveCount(2)
  expect(await axe(page)).toEqual([])

  await test.step('by keyboard: the same file again, and one that is no PDF', async () => {
    await chosenByKey(page, [
      file('upload-again.pdf', readablePdf('upload one')),
      file('upload-text.pdf', Buffer.from('no PDF')),
    ])
    await expect(panel(page).getByText(upload.noPdf)).toBeVisible()
    await expect(panel(page).getByText(upload.duplicate)).toBeVisible()
    await panel(page).getByRole('button', { name: 'upload-one.pdf', exact: true }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The file is stored, and its question answered: neither is asked for again after a failure.
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    const tooMany = { Status: 'error', Message: '', code: 'too-many', payload: { errors: {} } }
    await page.route('**/api/analysis/addFile', (route) => route.fulfill({ status: 429, json: tooMany }), { times: 1 })
    await panel(page)
      .getByRole('button', { name: upload.add('upload-again.pdf') })
      .press('Enter')
    await expect(rowsOf(page).filter({ hasText: 'upload-' })).toHaveCount(3)
    expect(paths).not.toContain('/api/files/upload/begin')
  })

  await test.step('a file whose question stood open until it was deleted is sent again', async () => {
    await chosenByKey(page, [file('upload-late.pdf', readablePdf('upload two'))])
    await expect(panel(page).getByText(upload.duplicate)).toBeVisible()
    await server.query("delete from files where name = 'upload-late.pdf'")
    await panel(page)
      .getByRole('button', { name: upload.add('upload-late.pdf') })
      .press('Enter')
    await expect(rowsOf(page).filter({ hasText: 'upload-' })).toHaveCount(4)
    await server.query(
      "update analysis set deleted_at = now() where pdf_file_id in (select id from files where name = 'upload-late.pdf')",
    )
  })

  await test.step('several rows are deleted together, with one message', async () => {
    for (const name of ['upload-one.pdf', 'upload-two.pdf'])
      await page.getByRole('checkbox', { name: dv.list.rows.choose(name) }).press('Space')
    const action = stripDirectionMarks(t.bulk.label(dv.list.remove, 2))
    await page.getByRole('button', { name: action }).click()
    // A file that is dropped next to a drop area would replace the page.
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await drag(page, two, { isDropped: true, over: '[role="dialog"]' })).toBe(false)
    await page.getByRole('dialog').getByRole('button', { name: dv.actions.yes, exact: true }).click()
    await expect(toast(page, stripDirectionMarks(t.bulk.remove(2)))).toBeVisible()
    // What was deleted is no longer chosen.
    await expect(page.getByRole('button', { name: dv.list.rows.chooseNone, exact: true })).toHaveCount(0)
    await expect(rowsOf(page).filter({ hasText: 'upload-' })).toHaveCount(1)
  })

  await test.step('the form of a new analysis asks about a file that is there already', async () => {
    await page.getByRole('button', { name: dv.list.create(analysis.label.one.dv) }).click()
    await fillForm(page, analysis, { court: firstCourt })
    await dialog(page)
      .locator('input[type="file"]')
      .setInputFiles(file('upload-form.pdf', readablePdf('upload one')))
    await expect(dialog(page).getByText('upload-form.pdf')).toBeVisible()
    await saveForm(page)
    const question = page.getByRole('dialog', { name: upload.duplicate })
    await expect(question.getByRole('listitem')).toContainText(['upload-again.pdf'])
    await question.getByRole('button', { name: dv.actions.yes, exact: true }).click()
    await expect(rowsOf(page).filter({ hasText: 'upload-' })).toHaveCount(2)
  })
})

test('an upload continues where its connection was cut, and after the page was loaded again', async ({
  openPage,
}, testInfo) => {
  const page = await openList(openPage, 'analysis')
  // The browser gives a file of the disk the time of its last change, each time that it is chosen.
  const path = testInfo.outputPath('upload-large.pdf')
  const end = Buffer.from('startxref\n0\n%%EOF\n')
  await writeFile(path, Buffer.concat([readablePdf('large'), Buffer.alloc(2 * limits.file.upload.part_bytes), end]))
  const name = basename(path)
  const offsets: number[] = []
  let isCut = true
  await page.route('**/api/files/upload/part', async (route) => {
    const offset = Number(route.request().headers()['x-upload-offset'])
    offsets.push(offset)
    if (offset > 0 && isCut) await route.abort('connectionreset')
    else await route.fallback()
  })
  await chosenByKey(page, path)
  await expect(panel(page).getByText(upload.states.offline)).toBeVisible()
  await panel(page)
    .getByRole('button', { name: upload.pause(name) })
    .click()
  await expect(panel(page).getByText(upload.states.paused)).toBeVisible()

  await page.reload()
  await expect(panel(page).getByText(name)).toBeVisible()
  isCut = false
  offsets.length = 0
  await chosenByKey(page, path)
  await expect(panel(page).getByText(upload.states.done)).toBeVisible()
  expect(offsets).toEqual([limits.file.upload.part_bytes, 2 * limits.file.upload.part_bytes])
})

test('an upload that makes progress continues after many interruptions', nightly, async ({ openPage }) => {
  const page = await openList(openPage, 'analysis')
  const success = (data: object) => ({ json: { Status: 'success', Message: '', data } })
  const parts = 25
  let received = 0
  let isCut = false
  await page.route('**/api/files/upload/begin', (route) =>
    route.fulfill(success({ upload: 'one', offset: received, part_bytes: 1 })),
  )
  await page.route('**/api/files/upload/part', async (route) => {
    isCut = !isCut
    if (isCut) return route.abort('connectionreset')
    received += 1
    return route.fulfill(success({ offset: received, ...(received === parts && { file: { id: 1 } }) }))
  })
  await page.route('**/api/analysis/addFile', (route) => route.fulfill(success({ id: 1 })))
  // An interrupted upload waits for this event.
  await page.evaluate(() => setInterval(() => window.dispatchEvent(new Event('online')), 20))
  await chosenByKey(page, [file('upload-parts.pdf', Buffer.from('%PDF-1.7\n%%EOF\n'.padEnd(parts)))])
  await expect(panel(page).getByText(upload.states.done)).toBeVisible()
  expect(received).toBe(parts)
})

test(
  'a canceled upload leaves nothing on the server, and one that is paused takes the court that its file is chosen for again',
  nightly,
  async ({ openPage, server }, testInfo) => {
    const page = await openList(openPage, 'analysis')
    // The server stores the name with single spaces.
    const name = 'upload  parted.pdf'
    const end = Buffer.from('startxref\n0\n%%EOF\n')
    const large = Buffer.concat([readablePdf('parted'), Buffer.alloc(limits.file.upload.part_bytes), end])
    const begun = () => server.query(`select received > 0 as received from uploads where name = 'upload parted.pdf'`)
    const cancel = panel(page).getByRole('button', { name: dv.files.cancel(name) })
    const canceled = deferred()
    await page.route(
      '**/api/files/upload/begin',
      async (route) => {
        const response = await route.fetch()
        await canceled.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await chosenByKey(page, [file(name, large)])
    await expect.poll(begun).toEqual([{ received: false }])
    await cancel.click()
    canceled.resolve()
    await expect.poll(begun).toEqual([])

    await page.route('**/api/files/upload/part', (route) =>
      Number(route.request().headers()['x-upload-offset']) > 0 ? route.abort('connectionreset') : route.fallback(),
    )
    await chosenByKey(page, [file(name, large)])
    await expect(panel(page).getByText(upload.states.offline)).toBeVisible()
    expect(await begun()).toEqual([{ received: true }])
    await cancel.click()
    await expect(panel(page)).toHaveCount(0)
    await expect.poll(begun).toEqual([])

    const path = testInfo.outputPath('upload-moved.pdf')
    await writeFile(path, large)
    await chosenByKey(page, path)
    await panel(page)
      .getByRole('button', { name: upload.pause('upload-moved.pdf') })
      .click()
    await page.getByRole('combobox', { name: 'ކޯޓު' }).click()
    await page.getByRole('option').nth(1).click()
    await page.unroute('**/api/files/upload/part')
    await chosenByKey(page, path)
    await expect(panel(page).getByText(upload.states.done)).toBeVisible()
    const courts = await server.query(
      `select court_id <> 1 as moved from analysis where pdf_file_name = 'upload-moved.pdf' and deleted_at is null`,
    )
    expect(courts).toEqual([{ moved: true }])
  },
)

test('uploads outlast a session that ends while another screen is open, and are asked about before a log-out', async ({
  openPage,
  server,
}) => {
  const user = await buildUser(server.databaseUrl, {
    can: ['read-analysis', 'create-analysis', 'read-caseFiles', 'read-judges'],
  })
  const page = await openList(openPage, 'analysis', {}, { user, password })
  const ended = deferred()
  await page.route('**/api/files/upload/part', async (route) => {
    await ended.promise
    await route.fallback()
  })
  const names = [1, 2, 3, 4].map((one) => `upload-session-${one}.pdf`)
  await chosenByKey(
    page,
    names.map((name) => file(name, readablePdf(name))),
  )
  await expect(panel(page).getByText(upload.states.waiting)).toHaveCount(1)
  await page.getByRole('link', { name: 'ފަނޑިޔާރުން', exact: true }).first().click()
  await expect(panel(page)).toHaveCount(0)
  await server.query(
    `update sessions set ended_at = now(), ended_why = 'owner'
      where ended_at is null and user_id = (select id from users where email = $1)`,
    [user],
  )
  ended.resolve()

  await expect(page.getByText(dv.reauth.lead)).toBeVisible()
  await page.getByLabel(dv.login.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(dv.reauth.lead)).toHaveCount(0)
  await page.getByRole('link', { name: 'އެނަލިސިސް', exact: true }).first().click()
  await expect(panel(page).getByText(upload.states.done)).toHaveCount(names.length)

  await test.step('a log-out asks before it ends uploads', async () => {
    await page.unroute('**/api/files/upload/part')
    await page.route('**/api/files/upload/part', (route) => route.abort('connectionreset'))
    await chosenByKey(page, [file('upload-last.pdf', readablePdf('last'))])
    await expect(panel(page).getByText(upload.states.offline)).toBeVisible()
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('button', { name: dv.top.logout, exact: true }).click()
    const question = page.getByRole('dialog', { name: dv.top.unfinished.title })
    expect(await axe(page)).toEqual([])
    await question.getByRole('button', { name: dv.top.unfinished.stay }).click()
    await expect(panel(page).getByText('upload-last.pdf')).toBeVisible()
  })
})
