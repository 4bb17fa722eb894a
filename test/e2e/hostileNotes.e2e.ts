import { batchesOf } from '#shared/batches.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { warningsOf } from '#shared/delta/warnings.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { fingerprint } from '#shared/text/fingerprint.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { phraseUseStrings } from '#web/platform/strings/phraseUseStrings.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { textVersionStrings } from '#web/platform/strings/textVersionStrings.ts'
import { type ApiUser, expect, type Locator, type Page, staff, subscriber, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { separator } from './hostileLibrary.ts'
import { chosen, hasRun, payloadsIn, recordRuns, runHandlers } from './hostileTexts.ts'
import { nightly } from './nightly.ts'
import { clickPhrase, paper } from './readerActions.ts'
import type { TestServer } from './testServer.ts'
import { formUrl } from './webFolder.ts'

/**
 * Hostile texts that readers and staff write about a judgment: they run in nothing that shows them. The short run has the
 * notes of readers.
 */

type Tools = {
  page: Page
  server: TestServer
  colleague: ApiUser
  check: (part: Locator, least?: number) => Promise<void>
}

const html = chosen.map((one) => one.html)
/** A paragraph is one line. */
const lines = html.map((one) => one.replaceAll(/\s+/g, ' '))
/** For columns of an index, and the lists of which a screen shows ten rows. */
const groups = Array.from({ length: 10 }, (_, group) =>
  html.filter((_one, index) => index % 10 === group).join(separator),
)
const newNumber = () => `${Math.floor(Math.random() * 1e6)}/Cv-C/1950`

const textOf = (all: readonly string[]): Delta => ({
  content: all.map((line) => ({ insert: `${line}\n` })),
  footnotes: [],
  annotations: [],
})

async function createCase(server: TestServer, content: Delta) {
  const [made] = await server.query(
    `insert into case_files (court_id, title, published, case_content) values (1, 'ޙަމަލާ', true, $1) returning id::int, reference`,
    [JSON.stringify(content)],
  )
  return { id: Number(made?.['id']), path: `/case?ref=${String(made?.['reference'])}&tab=text` }
}

/** Notes on a former text of the case: of the first four the paragraph is lost, in the others a word was added. */
async function visitNotes({ page, server, check }: Tools) {
  const before = lines.map((line) => `ކުރިން ${line} ފަހުން`)
  const now = lines.slice(4).map((line) => `ކުރިން ${line} އިތުރު ފަހުން`)
  const { id, path } = await createCase(server, textOf(now))
  const text = before.join('\n')
  const ends = before.map((_line, index) => before.slice(0, index + 1).join('\n').length)
  await server.query(
    `with former as (
       insert into note_texts (case_file_id, version, fingerprint, text) values ($1, 1, $2, $3) returning id)
     insert into notes (user_id, case_file_id, version, text_id, carried_text_id, range_start, range_end, quote,
                        type, title, category, description)
     select users.id, $1, 1, former.id, former.id, range_end - length(quote), range_end, quote, 'General', title, 'usul', title
       from users, former, unnest($4::text[], $5::integer[], $6::text[]) as written(quote, range_end, title)
      where users.email = $7`,
    [id, fingerprint(text), text, before, ends, html, subscriber],
  )
  await page.goto(path)
  await page.getByTitle(noteStrings.dv.own, { exact: true }).click()
  const notes = page.getByRole('complementary', { name: noteStrings.dv.own }).getByRole('article')
  await expect(notes).toHaveCount(chosen.length)
  await expect(notes.locator('ins')).not.toHaveCount(0)
  for (const part of ['button[lang]', 'p[lang]', 'blockquote, del, ins']) await check(notes.locator(part), 1)
  await check(notes)
}

/** The menu and the report of a selection, a definition, and the card of a cited case. */
async function visitCards({ page, server, colleague, check }: Tools) {
  const number = newNumber()
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    title: 'ޙަމަލާ',
    case_types: [1],
    case_numbers: [{ number }],
    published: true,
  })
  await server.query('update case_files set title = $1 where id = $2', [groups[0], id])
  const phrase = `ޙަމަލާގެ ޢިބާރާތް ${lines[0] ?? ''}`
  await server.query(
    'insert into phrases (dhivehi_phrase, short_meaning, published) values ($1, left($2, 225), true)',
    [phrase, groups[1]],
  )
  const { path } = await createCase(server, {
    ...textOf([]),
    content: [
      { insert: number, attributes: { case_number: number } },
      { insert: `\n${phrase}\n${lines.join('\n')}\n` },
    ],
  })
  await page.goto(path)
  await expect(paper(page)).toBeVisible()
  // The underline ends with the last word.
  await clickPhrase(page, phrase.slice(0, -1))
  const definition = page.getByRole('dialog', { name: dv.phrase.label })
  await check(definition.getByRole('strong'), 1)
  await check(definition, 2)
  await page.keyboard.press('Escape')
  await paper(page).locator('a[data-case-number]').focus()
  await check(page.getByRole('tooltip'), payloadsIn(groups[0] ?? '').length)
  await paper(page).evaluate((one) => document.getSelection()?.selectAllChildren(one))
  const menu = page.getByRole('menu', { name: readerStrings.dv.selection })
  await check(menu)
  await menu.getByRole('menuitem', { name: readerStrings.dv.report }).click()
  await check(page.getByRole('dialog', { name: readerStrings.dv.report }), 2)
}

/** The reports of readers above the text, and why warnings of it were dismissed. */
async function visitReports({ page, server, check }: Tools) {
  // Each has a letter with two fili, about which the editor warns.
  const text = textOf(lines.map((line) => `${line} މައްސަަލަ`))
  const { id, path } = await createCase(server, text)
  // Fifty are shown at once.
  const reports = Array.from(batchesOf(html, 5), (batch) => batch.join(separator))
  await server.query(
    `insert into error_reports (case_file_id, user_id, paragraph, case_version, quote, message)
     select $1, users.id, 1, 1, left(written, 500), written from users, unnest($2::text[]) as written where email = $3`,
    [id, reports, subscriber],
  )
  const warnings = warningsOf(text).map((warning) => warning.id)
  await server.query(
    `insert into warning_dismissals (case_file_id, warning, reason) select $1, * from unnest($2::text[], $3::text[])`,
    [id, warnings.slice(0, html.length), html],
  )
  await page.goto(path)
  await check(page.getByRole('region', { name: readerStrings.dv.reports(reports.length) }))
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
  await dialog(page).getByRole('tab').last().click()
  const panel = dialog(page).getByRole('region', { name: editorAidStrings.dv.warnings.title })
  await panel.getByText(dv.form.dismissedWarnings(chosen.length)).click()
  await check(panel)
}

/** The difference of two texts in the history, and the paragraphs in conflict. */
async function visitDifferences({ page, colleague, check }: Tools) {
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number: newNumber() }],
    case_content: textOf(['ނިމުން']),
  })
  const t = textVersionStrings.dv
  const write = (version: number, all: string[]) =>
    colleague.save('caseFiles/update', { id, version, case_content: textOf(all) })
  const first = lines.join(' ')
  await write(1, [first, ...lines, 'ނިމުން'])
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
  await dialog(page).getByRole('tab', { name: caseFiles.sections.content.dv }).click()
  const editor = dialog(page).locator('[data-legal-editor] [contenteditable]').first()
  await editor.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('މިއަދު ')
  await dialog(page).getByRole('button', { name: dv.form.history.open }).click()
  const newest = dialog(page).getByRole('listitem').first()
  await newest.getByRole('button', { name: t.show }).click()
  await check(newest)
  await dialog(page).getByRole('button', { name: dv.form.history.open }).click()
  await write(2, [`${first} އިއްޔެ`, ...lines, 'ނިމުން'])
  await dialog(page).getByRole('button', { name: dv.form.conflict.look }).click()
  await check(dialog(page).getByRole('group', { name: t.place(1, 1).replace(/[\u2066-\u2069]/g, '') }))
}

/** The cases that contain a phrase, with the words around it. */
async function visitSuggestions({ page, server, colleague, check }: Tools) {
  const words = 'ޙަމަލާގެ ހުށަހެޅުން'
  const made = await Promise.all(
    groups.map((_group, index) =>
      colleague.save('caseFiles/create', {
        court: 1,
        case_types: [1],
        case_numbers: [{ number: newNumber() }],
        case_content: textOf([`${lines[index] ?? ''} ${words} ${lines[index + 10] ?? ''}`]),
        published: true,
      }),
    ),
  )
  const ids = made.map(({ id }) => id)
  await server.query(
    'update case_files set title = written.title from unnest($1::bigint[], $2::text[]) as written(id, title) where written.id = case_files.id',
    [ids, groups],
  )
  const { id } = await colleague.save('phrases/create', { dhivehi_phrase: words, short_meaning: 'ޙަމަލާ' })
  await page.goto(formUrl({ resource: 'phrases', mode: 'Update', id }))
  const suggestions = dialog(page).getByRole('region', { name: phraseUseStrings.dv.title })
  await expect(suggestions.locator('mark')).toHaveCount(groups.length)
  await check(suggestions)
}

const visits = [
  { name: 'notes of a reader', user: subscriber, run: visitNotes },
  { name: 'cards and menus of the reader', user: subscriber, run: visitCards },
  { name: 'reported errors and dismissed warnings', user: staff, run: visitReports },
  { name: 'differences of texts', user: staff, run: visitDifferences },
  { name: 'suggested uses of a phrase', user: staff, run: visitSuggestions },
]

/** Other tests read the library. */
test.afterEach(async ({ server }) => {
  await server.query(
    `update case_files set deleted_at = now()
      where deleted_at is null and (title = 'ޙަމަލާ' or title = any($1) or case_content::text like '%top.ran(%')`,
    [groups],
  )
  await server.query(`delete from phrases where dhivehi_phrase like 'ޙަމަލާ%'`)
})

for (const { name, user, run } of visits)
  for (const bypassCSP of [false, true])
    test(
      `hostile texts run nowhere in the ${name}${bypassCSP ? ' without the policy of the page' : ''}`,
      nightly,
      async ({ openPage, server, colleague }) => {
        const page = await openPage({ user, isolated: true, bypassCSP })
        await page.addInitScript(recordRuns)
        const check = async (part: Locator, least = chosen.length) => {
          const shown = async () => payloadsIn((await part.allTextContents()).join('\n')).length
          await expect.poll(shown, { message: name }).toBeGreaterThanOrEqual(least)
          await runHandlers(page)
          expect(await hasRun(page)).toEqual([])
        }
        await run({ page, server, colleague, check })
      },
    )
