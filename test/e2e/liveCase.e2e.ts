import { type ApiUser, expect, subscriber, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { nightly } from './nightly.ts'
import type { TestServer } from './testServer.ts'
import { axe, expectLive } from './pageActions.ts'

/** A subscriber reads a case while the staff changes it. */

/** The newest published case, or the one with this reference. */
async function publishedCase(server: TestServer, colleague: ApiUser, wanted: string | null = null) {
  const [row] = await server.query(
    `select id::int, reference from case_files where published and deleted_at is null and reference = coalesce($1, reference)
      and exists (select from case_numbers where case_file_id = case_files.id)
      order by closed_date desc nulls last, id desc limit 1`,
    [wanted],
  )
  const id = Number(row?.['id'])
  const save = async (fields: object) => {
    const { data } = await colleague.call('caseFiles/find', { id })
    return colleague.save('caseFiles/update', { id, version: data?.version, ...fields })
  }
  republish = async () => {
    const { data } = await colleague.call('caseFiles/find', { id })
    if (data?.['published'] === false) await save({ published: true })
  }
  return { reference: String(row?.['reference']), save }
}

// An unpublished case would be missing in other tests.
let republish = () => Promise.resolve()
test.afterEach(() => republish())

test('a reader of a case sees that it was changed, and that it was unpublished', async ({
  openPage,
  server,
  colleague,
}) => {
  const { reference, save } = await publishedCase(server, colleague)
  const page = await openPage({ user: subscriber })
  // The text was loaded too: the details must not be shown from it.
  await page.goto(`/case?ref=${reference}&tab=text`)
  await expect(page.getByRole('article')).toBeVisible()
  await page.getByRole('tab', { name: dv.viewer.details }).click()
  await expectLive(page)

  await save({ keywords: 'live' })
  await expect(page.getByText(dv.live.caseChanged)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: dv.live.reload }).click()
  await expect(page.getByText(dv.live.caseChanged)).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
  await expect(page.getByRole('tabpanel').getByText('live', { exact: true })).toBeVisible()

  await save({ published: false })
  await expect(page.getByText(dv.live.caseGone)).toBeVisible()
})

test(
  'a reader who was offline while a case was unpublished sees it when online again, and later that it is published again',
  nightly,
  async ({ openPage, server, colleague }) => {
    const { reference, save } = await publishedCase(server, colleague)
    const page = await openPage({ user: subscriber, isolated: true })
    await page.goto(`/case?ref=${reference}`)
    await expectLive(page)
    // The first join of the channel reports no change.
    await expect(page.getByText(dv.live.caseChanged)).toHaveCount(0)

    await page.context().setOffline(true)
    await expect(page.locator('html')).toHaveAttribute('data-live', 'offline')
    await save({ published: false })
    await page.context().setOffline(false)
    await expect(page.getByText(dv.live.caseGone)).toBeVisible()

    await save({ published: true })
    await expect(page.getByText(dv.live.caseChanged)).toBeVisible()
    await page.getByRole('button', { name: dv.live.reload }).click()
    await expect(page.getByText(dv.live.caseChanged)).toHaveCount(0)
    await save({ keywords: 'published again' })
    await expect(page.getByText(dv.live.caseChanged)).toBeVisible()
  },
)

test('the notice of one case is not shown for the next result', nightly, async ({ openPage, server, colleague }) => {
  const page = await openPage({ user: subscriber })
  await page.goto(`/home?${new URLSearchParams({ q: 'ކޯޓުގެ ޙުކުމް' }).toString()}`)
  await page.getByRole('article').first().getByRole('link', { name: dv.search.card.details }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 1 })).toBeVisible()
  await expectLive(page)

  const { save } = await publishedCase(server, colleague, new URL(page.url()).searchParams.get('case'))
  await save({ published: false })
  await expect(page.getByText(dv.live.caseGone)).toBeVisible()
  const before = await dialog.getByRole('heading', { level: 1 }).textContent()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(dialog.getByRole('heading', { level: 1 })).not.toHaveText(before ?? '')
  await expect(page.getByText(dv.live.caseGone)).toHaveCount(0)
})

test(
  'the notes of a reader are drawn in the newest text of a case that they ask for',
  nightly,
  async ({ openPage, server, colleague, apiUser }) => {
    const [type] = (await colleague.call('caseFiles/getCaseTypeList', {})).data as unknown as { id: number }[]
    const contentOf = (...lines: string[]) => ({
      content: lines.map((line) => ({ insert: `${line}\n` })),
      footnotes: [],
      annotations: [],
    })
    const line = 'އެއްބަސްވުމުގެ ޝަރުޠުތަކަށް އެއްބަސްވި ފަރާތުން ޢަމަލުކުރުން ލާޒިމެވެ.'
    const made = await colleague.save('caseFiles/create', {
      court: 1,
      closed_date: '2024-05-13',
      case_types: [type?.id],
      case_numbers: [{ number: '4471/Cv-C/2024' }],
      case_content: contentOf(line),
    })
    const { version } = await colleague.save('caseFiles/update', {
      id: made.id,
      version: made.version,
      published: true,
    })
    const [row] = await server.query('select reference from case_files where id = $1', [made.id])
    const Reference = String(row?.['reference'])
    const reader = await apiUser(subscriber)
    const { text: Text } = await reader.call('notes/get', { Reference })
    const contents = { Type: 'Warning', Title: 'ޚިޔާލު', Category: 'usul', Description: 'ޚިޔާލު' }
    await reader.call('notes/create', { Reference, Text, Start: 0, End: line.indexOf(' '), ...contents })

    const page = await openPage({ user: subscriber, path: `/case?ref=${Reference}&tab=text` })
    const drawn = () => page.evaluate(() => [...(CSS.highlights.get('note-warning') ?? [])].map(String))
    const words = [line.slice(0, line.indexOf(' '))]
    await expect.poll(drawn).toEqual(words)
    await expectLive(page)
    const before = 'އައު ޖުމްލައެއް'
    const { id } = made
    await colleague.save('caseFiles/update', { id, version, case_content: contentOf(before, line) })
    await page.getByRole('button', { name: dv.live.reload }).click()
    await expect(page.getByRole('article', { name: dv.reader.label })).toContainText(before)
    await expect.poll(drawn).toEqual(words)
    await colleague.call('caseFiles/delete', { id })
  },
)
