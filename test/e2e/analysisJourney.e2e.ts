import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { expect, type Page, subscriber, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { choose, openList, rowsOf, toast } from './listActions.ts'
import { nightly } from './nightly.ts'
import { cards, goToSearch } from './searchActions.ts'

const { upload, waiting, bulk, running } = analysisStrings.dv
const review = reviewStrings.dv
const { form, list } = dv

const font = fileURLToPath(
  import.meta.resolve('@fontsource-variable/noto-sans-thaana/files/noto-sans-thaana-thaana-wght-normal.woff2'),
)

/** A judgment of two pages as a court prints it. */
async function printJudgment(browser: Browser, number: string, sum: string): Promise<Buffer> {
  const page = await browser.newPage()
  const woff = (await readFile(font)).toString('base64')
  const heads = ['ދިވެހިރާއްޖޭގެ ސުޕްރީމް ކޯޓު', 'މާލެ، ދިވެހިރާއްޖެ', 'ޤަޟިއްޔާ ނިމުނުގޮތުގެ ޚުލާޞާ']
  const facts = [
    'ކުލި ހޯދުމަށް އެދި ހުށަހެޅި މައްސަލަ',
    `ޤަޟިއްޔާ ނަންބަރު: <bdi dir="ltr">${number}</bdi>`,
    'މައްސަލައިގެ ބާވަތް: މަދަނީ މައްސަލަ',
    'ދަޢުވާކުރާ ފަރާތް: އާމިނަތު ރަޝީދު ޙަސަން',
    'ދަޢުވާލިބޭ ފަރާތް: އަޙްމަދު ނަޝީދު ޢަލީ',
    'ނިމުނު ތާރީޚު: 29 ސެޕްޓެމްބަރު 2019',
    `ދަޢުވާކުރާ ފަރާތުން ބުނެފައިވަނީ ${sum} ރުފިޔާ ދައްކަންޖެހޭ ކަމަށެވެ.`,
  ]
  const ending = ['އެހެންކަމުން މި ފައިސާ ދެއްކުމަށް މި ކޯޓުން ކަނޑައަޅަމެވެ.', 'މިއީ މި މައްސަލައިގެ ޙުކުމެވެ.']
  await page.setContent(
    `<html lang="dv" dir="rtl"><style>@font-face { font-family: T; src: url(data:font/woff2;base64,${woff}) }
     @page { size: A4; margin: 25mm } body { margin: 0; font: 19px/2 T } h2 { text-align: center; font-size: 21px }
     section { break-after: page }</style>
     <section>${heads.map((line) => `<h2>${line}</h2>`).join('')}${facts.map((line) => `<p>${line}</p>`).join('')}</section>
     ${ending.map((line) => `<p>${line}</p>`).join('')}`,
  )
  await page.evaluate(() => document.fonts.ready)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  await page.close()
  return pdf
}

test.afterEach(({ server }) =>
  server.query(
    `update analysis set deleted_at = now() where pdf_file_id in (select id from files where name like 'journey-%')`,
  ),
)

const rowOf = (page: Page, text: string) => rowsOf(page).filter({ hasText: text })

test(
  'two PDFs are uploaded and analyzed, one is reviewed by keyboard and finalized by an analyst, published by a registrar, found and read',
  nightly,
  async ({ openPage, browser }) => {
    const serial = randomInt(10_000, 99_999)
    const judgments = [serial, serial + 1].map((one) => ({ name: `journey-${one}.pdf`, number: `2019/SC-A/${one}` }))
    const sum = `${randomInt(10, 99)},${randomInt(100, 999)}.75`
    const page = await openList(openPage, 'analysis', { Court: '1', Status: '' }, { user: 'analyst@hukum.test' })

    await test.step('the analyst uploads the files, and sees them analyzed', async () => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: upload.choose }).press('Enter')
      const files = judgments.map(async ({ name, number }) => ({
        name,
        mimeType: 'application/pdf',
        buffer: await printJudgment(browser, number, sum),
      }))
      await (await chooser).setFiles(await Promise.all(files))
      for (const { name } of judgments) {
        await expect(rowOf(page, name)).toHaveCount(1)
        await page.getByRole('checkbox', { name: list.rows.choose(name) }).press('Space')
      }
      await page
        .getByRole('button', { name: bulk.label(list.analysis.analyze, 2).replaceAll(/[\u2066-\u2069]/g, '') })
        .press('Enter')
      const inQueue = waiting(undefined)
      await expect(
        rowsOf(page)
          .filter({ hasText: new RegExp(`${inQueue}|${running}`) })
          .first(),
      ).toBeVisible()
      for (const { number } of judgments) await expect(rowOf(page, number)).toHaveCount(1, { timeout: 60_000 })
    })

    const [first] = judgments
    const number = first?.number ?? ''
    await test.step('the analyst reviews the text by keyboard, and finalizes it', async () => {
      await page.goto(`/analysis?Court=1&Status=Analyzed&search=${encodeURIComponent(number)}`)
      await expect(rowsOf(page)).toHaveCount(1)
      await choose(page, 0, list.analysis.review)
      const dialogOfReview = page.getByRole('dialog')
      // It opens on the page of the first item, which can be a line of the random sample on the second page.
      await dialogOfReview.getByRole('navigation').getByRole('button').first().click()
      await expect(dialogOfReview.locator('[data-review-text]')).toContainText(sum)
      await expect(async () => {
        await page.keyboard.press('Enter')
        await expect(dialogOfReview.getByText(review.allDone)).toBeVisible({ timeout: 250 })
      }).toPass()
      await dialogOfReview.getByRole('button', { name: review.finalize }).press('Enter')
      await page.getByRole('button', { name: dv.actions.yes, exact: true }).press('Enter')
      await expect(toast(page, review.finalized)).toBeVisible()
    })

    await test.step('a registrar publishes the case file', async () => {
      const registrar = await openList(
        openPage,
        'caseFiles',
        { Court: '1', search: number },
        { user: 'registrar@hukum.test' },
      )
      await expect(rowsOf(registrar)).toHaveCount(1)
      await choose(registrar, 0, list.edit)
      await dialog(registrar).getByRole('tab').nth(1).press('Enter')
      const published = dialog(registrar).locator('[data-field=published]').getByRole('switch')
      await published.press('Space')
      await dialog(registrar).getByRole('button', { name: form.save, exact: true }).press('Enter')
      // Nothing is missing, so nothing is asked.
      await expect(toast(registrar, form.saved)).toBeVisible()
    })

    await test.step('a subscriber finds the judgment by its text, and reads it', async () => {
      const reader = await openPage({ user: subscriber })
      await expect(async () => {
        await goToSearch(reader, { q: sum })
        await expect(cards(reader)).toHaveCount(1, { timeout: 2000 })
      }).toPass()
      await cards(reader).first().getByRole('link', { name: dv.search.card.content }).press('Enter')
      await expect(reader.getByRole('article', { name: dv.reader.label })).toContainText(sum)
    })
  },
)
