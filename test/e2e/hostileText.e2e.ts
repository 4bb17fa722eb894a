import type { Delta, Op } from '#shared/delta/delta.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { printStrings } from '#web/platform/strings/printStrings.ts'
import { expect, staff, subscriber, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { chosen, expectControlToRun, hasRun, payloadsIn, recordRuns, runHandlers } from './hostileTexts.ts'
import { onPaper } from './pageActions.ts'
import { isNightly } from '#test/isNightly.ts'
import { formUrl } from './webFolder.ts'
import { payloads } from './xssPayloads.ts'
import { png } from '#test/pictures.ts'

const words = printStrings.dv

/** Every text of a judgment that a person can write, and every name in it that a client can choose. */
function hostileDelta(file: number): Delta {
  const content = chosen.flatMap(({ html, index }): Op[] => [
    { insert: html, attributes: { annotation: `a${index}${html}`.slice(0, 200), bold: true } },
    { insert: `${index}`, attributes: { annotation: `${index}` } },
    { insert: { footnote: `f${index}${html}`.slice(0, 200) } },
    { insert: `${index}`, attributes: { case_number: html.slice(0, 200) } },
    { insert: { picture: { file, alt: html.slice(0, 1000) } } },
    { insert: '\n', attributes: index % 2 === 0 ? { table: `${index}${html}`.slice(0, 200) } : {} },
  ])
  return {
    content,
    footnotes: chosen.map(({ html, index }) => ({ key: `f${index}${html}`.slice(0, 200), content: html })),
    // The sanitizer drops most of the hostile keys, and with them the places of their annotations.
    annotations: chosen.flatMap(({ html, index }) =>
      [`a${index}${html}`.slice(0, 200), `${index}`].map((key) => ({
        key,
        content: html,
        type: 'general' as const,
        title: html.slice(0, 200),
        category: 'usul' as const,
      })),
    ),
  }
}

test('hostile text of a judgment runs nowhere: in the reader, in print, in the editor, and pasted', async ({
  openPage,
  colleague,
  browser,
  server,
}) => {
  test.slow(isNightly)
  expect(payloads.length).toBeGreaterThanOrEqual(200)
  await expectControlToRun(browser)

  const picture = await colleague.upload('caseFiles.case_content', png(8, 8), { name: 'a.png', type: 'image/png' })
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    title: `ލިޔުން ${crypto.randomUUID()}`,
    case_types: [1],
    case_numbers: [{ number: `${Math.floor(Math.random() * 1e6)}/Cv-C/2024` }],
    case_content: hostileDelta(picture?.id ?? 0),
    published: true,
  })
  // Past the limits of the API: what the head of a print shows.
  const together = chosen.map(({ html }) => html).join('\n"> ')
  await server.query('update case_files set title = left($1, 1000), claimant = $1, respondant = $1 where id = $2', [
    together,
    id,
  ])
  const { Reference } = await colleague.call('caseFiles/reference', { id })
  const reader = await openPage({ user: subscriber })
  // A payload that runs before the page records it is an error of the console, which fails the test.
  await reader.goto(`/case?ref=${String(Reference)}&tab=text`)
  await reader.evaluate(recordRuns)
  const paper = reader.getByRole('article', { name: dv.reader.label })
  await expect(paper).toContainText(chosen[0]?.html ?? '')
  // The description of a picture is text with all of its signs, or dropped by the sanitizer.
  const described = await paper.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')))
  expect(described).toHaveLength(chosen.length)
  expect(described.filter((alt, index) => alt !== null && alt !== chosen[index]?.html.slice(0, 1000))).toEqual([])
  await paper.locator('button[data-footnote]').first().click()
  // The browser would open its own dialog.
  await reader.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printing', '')
  })
  await reader.getByRole('button', { name: words.print }).click()
  const printing = reader.getByRole('dialog', { name: words.title })
  await printing.getByRole('radio', { name: words.contents.annotations }).check()
  await printing.getByRole('button', { name: words.print }).click()
  await reader.locator('body[data-printing]').waitFor()
  const printed = await onPaper(reader, async () => {
    await runHandlers(reader)
    const payloadsOf = async (part: string) =>
      payloadsIn((await reader.locator(`[data-printed-page] ${part}`).allTextContents()).join('\n')).length
    return Promise.all(['header', '[data-printed-note=footnote]', '[data-printed-note=annotation]'].map(payloadsOf))
  })
  expect(printed).toEqual([chosen.length, chosen.length, chosen.length])
  expect(await hasRun(reader)).toEqual([])

  const page = await openPage({ user: staff })
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
  await page.evaluate(recordRuns)
  await dialog(page).getByRole('tab').last().click()
  const text = dialog(page).locator('[data-legal-editor] [contenteditable]').first()
  await expect(text).toContainText(chosen[0]?.html ?? '')
  await text.evaluate((element, all) => {
    for (const { html } of all) {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      clipboardData.setData('text/plain', html)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }
  }, chosen)
  const addresses = await text.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.filter((address) => !/^(https:|mailto:|\/)/.test(address))).toEqual([])
  await runHandlers(page)
  expect(await hasRun(page)).toEqual([])
})
