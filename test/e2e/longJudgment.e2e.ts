import { type ApiUser, expect, type OpenPage, type Page, staff, subscriber, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { expectLive } from './pageActions.ts'
import { storedText } from './browserDrafts.ts'
import { openText, text as editedText } from './legalEditorActions.ts'
import type { TestServer } from './testServer.ts'
import { formUrl } from './webFolder.ts'
import { nightly, nightlyUnless } from './nightly.ts'

/** A judgment of which the browser lays out only the chunks near the window. */

const { reader: words } = dv
const sentence = 'މި މައްސަލައިގެ ދަޢުވާކުރާ ފަރާތުން ހުށަހެޅި ލިޔެކިޔުންތަކަށް ބެލުމުން އެނގެން އޮންނަނީ ކުލީގެ ފައިސާ ނުދައްކާ ކަމެވެ. '
const rare = 'ނުފެންނަބަހެއް'
const parts = 20
const annotation = { key: 'note', type: 'warning', category: 'editorial', title: 'ތިރި', content: 'ޝަރަޙަ' }

const line = (insert: string, attributes = {}) => [{ insert }, { insert: '\n', attributes }]
const part = (index: number) => [
  ...line(`ބައި ${index + 1}`, { header: 2 }),
  ...[1, 2, 3, 4, 5].flatMap((place) => line(sentence.repeat(place), { paragraph: index * 5 + place })),
  ...line(sentence.repeat(3), { align: 'center' }),
  ...line(sentence, { list: 'ordered' }),
  ...line(sentence, { list: 'ordered' }),
  ...line(sentence, { blockquote: true }),
  ...line(sentence, { table: `row${index}`, cell: `one${index}` }),
  ...line(sentence, { table: `row${index}`, cell: `two${index}` }),
  ...line(sentence.repeat(6)),
]
const text = {
  content: [
    ...Array.from({ length: parts }, (_, index) => part(index)).flat(),
    { insert: `${rare} ` },
    { insert: sentence, attributes: { annotation: annotation.key } },
    { insert: { footnote: 'a' } },
    { insert: '\n' },
  ],
  footnotes: [{ key: 'a', content: sentence }],
  annotations: [annotation],
}

const paper = (page: Page) => page.getByRole('article', { name: words.label })
/** The first block of each kind and the footnotes, from the top of the text, and the height of the text. */
const layout = (page: Page) =>
  paper(page).evaluate((article) => {
    const { top, height } = article.getBoundingClientRect()
    const blocks = [...article.querySelectorAll('p, h2, h3, li, blockquote, table')]
    return [...blocks.map((block) => Math.round(block.getBoundingClientRect().top - top)), Math.round(height)]
  })

/** Inserts a case with the text; returns the address of the text. */
async function buildCase(server: TestServer) {
  return (await buildLongCase(server)).address
}

async function buildLongCase(server: TestServer) {
  const [made] = await server.query(
    `insert into case_files (court_id, title, published, case_content) values (1, 'ދިގު', true, $1)
     returning id::int, reference`,
    [JSON.stringify(text)],
  )
  const address = `/case?${new URLSearchParams({ ref: String(made?.['reference']), tab: 'text' }).toString()}`
  return { id: Number(made?.['id']), address }
}

test(
  'a long judgment is shown whole in a browser without idle callbacks, as Safari',
  nightly,
  async ({ openPage, server }) => {
    const page = await openPage({ user: subscriber, isolated: true })
    await page.addInitScript(() => {
      for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(window, name)
    })
    await page.goto(await buildCase(server))
    await expect(paper(page).getByRole('heading', { name: `ބައި ${parts}`, exact: true })).toBeAttached()
    expect(await page.evaluate(() => 'requestIdleCallback' in window)).toBe(false)
  },
)

test('a long judgment is laid out in chunks as without them, and its parts are reached', async ({
  openPage,
  server,
}) => {
  const address = await buildCase(server)
  const page = await openPage({ user: subscriber })

  await test.step('a link to a paragraph opens at it', async () => {
    await page.goto(`${address}&p=${7 * 13 + 2}`)
    await expect(paper(page).locator('[data-initial-paragraph]')).toHaveAttribute('data-paragraph', String(7 * 5 + 1))
    await expect(paper(page).locator('[data-initial-paragraph]')).toBeInViewport()
  })

  await test.step('the contents lead to a heading, and mark it', async () => {
    const entry = page
      .getByRole('navigation', { name: words.contents })
      .getByRole('button', { name: `ބައި ${parts - 2}` })
    await entry.click()
    await expect(paper(page).getByRole('heading', { name: `ބައި ${parts - 2}` })).toBeInViewport()
    await expect(entry).toHaveAttribute('aria-current', 'true')
  })

  await test.step('find scrolls to a match, and its annotation is beside it', async () => {
    await page.getByRole('textbox', { name: words.find }).fill(rare)
    const block = paper(page).locator('p', { hasText: rare })
    await expect(block).toBeInViewport()
    const note = page.getByRole('complementary', { name: words.notes }).getByRole('listitem')
    const topOf = async (one: typeof note) => (await one.boundingBox())?.y ?? 0
    await expect.poll(async () => Math.abs((await topOf(note)) - (await topOf(block)))).toBeLessThan(40)
  })

  await test.step('each block is where it is when nothing is skipped and nothing is grouped', async () => {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      // The containment of the skipped blocks stays.
      sheet.replaceSync('[data-judgment] > * { content-visibility: visible !important; contain: layout style paint }')
      document.adoptedStyleSheets.push(sheet)
    })
    const grouped = await layout(page)
    const chunks = await page.evaluate(() => {
      const found = [...document.querySelectorAll('[data-chunk]')]
      for (const chunk of found) chunk.replaceWith(...chunk.childNodes)
      return found.length
    })
    expect(chunks).toBeGreaterThan(5)
    expect(await layout(page)).toEqual(grouped)
  })
})

const added = 'މި ޖުމްލަ އަލަށް އިތުރުކުރެވުނެވެ.'

/** Inserts a paragraph at the start of the text of a case. */
async function insertParagraph(colleague: ApiUser, id: number) {
  const { data } = await colleague.call('caseFiles/find', { id })
  const case_content = { ...text, content: [...line(added), ...text.content] }
  await colleague.save('caseFiles/update', { id, version: data?.version, case_content })
}

for (const { opened, query } of [
  { opened: 'at its start', query: '' },
  { opened: 'at a paragraph', query: `&p=${7 * 13 + 2}` },
])
  test(
    `a long judgment that was opened ${opened} stays at the place of the reader when it is reloaded after a change`,
    nightlyUnless(opened === 'at a paragraph'),
    async ({ openPage, server, colleague }) => {
      const { id, address } = await buildLongCase(server)
      const page = await openPage({ user: subscriber, path: address + query })
      const heading = paper(page).getByRole('heading', { name: `ބައި ${parts - 2}` })
      await expect(heading).toBeAttached()
      await expectLive(page)
      await page
        .getByRole('navigation', { name: words.contents })
        .getByRole('button', { name: `ބައި ${parts - 2}` })
        .click()
      await expect(heading).toBeFocused()
      await expect(heading).toBeInViewport()

      await insertParagraph(colleague, id)
      const reload = page.getByRole('button', { name: dv.live.reload })
      await expect(reload).toBeAttached()
      const top = () => heading.evaluate((element) => element.getBoundingClientRect().top)
      const before = await top()
      // A click would scroll to the notice.
      await reload.evaluate((button: HTMLButtonElement) => button.click())
      await expect(paper(page)).toContainText(added)
      await expect(heading).toBeInViewport()
      // The place is reached over several frames.
      await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(8)
    },
  )

test('Ctrl+End and Ctrl+Home reach the ends of a long text that is edited, and select up to them', async ({
  openPage,
  colleague,
}) => {
  const content = Array.from({ length: 300 }, (_, index) => line(`${index + 1}. ${sentence}`)).flat()
  const { page } = await openText(openPage, colleague, { content, footnotes: [], annotations: [] })
  const edited = editedText(page)
  await edited.locator('p').first().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('x')
  await expect(edited.locator('p').last()).toHaveText(/x$/)
  await expect(edited.locator('p').last()).toBeInViewport()

  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Shift+End')
  await page.keyboard.press('Delete')
  await expect(edited.locator('p')).toHaveText([''])
})

test(
  'the draft of a judgment of nearly 8 MB is offered after a crash and after a closed tab, restored whole and saved',
  nightly,
  async ({ openPage, colleague }) => {
    test.slow()
    const link = `https://mvlaw.gov.mv/${'a'.repeat(1900)}`
    const lines = Array.from({ length: 2000 }, (_, index) => [
      { insert: `${index} ${'ޙުކުމް '.repeat(138)}`, attributes: { link } },
      { insert: '\n' },
    ]).flat()
    const case_content = { content: [...lines, { insert: 'ނިމުނީ\n' }], footnotes: [], annotations: [] }
    expect(Buffer.byteLength(JSON.stringify(case_content))).toBeGreaterThan(7_500_000)
    const { id } = await colleague.save('caseFiles/create', {
      court: 1,
      title: `ދިގު ${crypto.randomUUID()}`,
      case_types: [1],
      case_numbers: [{ number: `${Math.floor(Math.random() * 1e6)}/Cv-C/2024` }],
      case_content,
    })
    const { context, open } = await openForms(openPage, id)
    // Found by tags and attributes: a locator by role, and a failed expectation, would visit each line of the text.
    const last = (page: Page) => page.locator('[data-legal-editor] [contenteditable] > p:last-child')
    const type = async (page: Page, keys: string) => {
      await last(page).click()
      await page.keyboard.press('End')
      await page.keyboard.type(keys)
    }
    const first = await open()
    await type(first, ' aa')
    await first.locator('[role=status]', { hasText: dv.form.draft.stored }).waitFor()
    const crash = await context.newCDPSession(first)
    void crash.send('Page.crash').catch(() => undefined)
    await first.waitForEvent('crash')

    const second = await open(dv.form.draft.restore)
    expect((await storedText(second)).length).toBeGreaterThan(10_000_000)
    await last(second).filter({ hasText: 'ނިމުނީ aa' }).waitFor()
    await type(second, 'bb')
    await second.locator('[role=status]', { hasText: dv.form.draft.stored }).waitFor()
    second.on('dialog', (beforeUnload) => void beforeUnload.accept())
    await second.close({ runBeforeUnload: true })

    const third = await open(dv.form.draft.restore)
    await last(third).filter({ hasText: 'ނިމުނީ aabb' }).waitFor()
    await last(third).click()
    await third.keyboard.press('Control+s')
    const stored = async () => (await colleague.call('caseFiles/find', { id })).data?.['case_content']
    const restored = { ...case_content, content: [...lines, { insert: 'ނިމުނީ aabb' }, { insert: '\n' }] }
    await expect.poll(async () => JSON.stringify(await stored()) === JSON.stringify(restored)).toBe(true)
  },
)

/** Opens the text of a case in tabs of one browser; in each of them, if it is named, by a button of the form first. */
async function openForms(openPage: OpenPage, id: number) {
  const context = (await openPage({ user: staff, isolated: true })).context()
  const open = async (button?: string) => {
    const page = await context.newPage()
    await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
    if (button !== undefined) await page.locator('[role=dialog] button', { hasText: button }).click()
    await page.locator('[role=dialog] [role=tab]').last().click()
    await page.locator('[data-legal-editor] [contenteditable]').first().waitFor()
    return page
  }
  return { context, open }
}
