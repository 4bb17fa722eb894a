import pg from 'pg'
import { test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import { buildAnalysis } from './analyses.ts'
import { home, openWatched, startBrowser, wordsOf } from './browser.ts'
import { pathOf, signInStaff } from './lists.ts'

const looks = [
  ['dvl', { language: 'dv', theme: 'mixed', width: 1440, height: 900 }],
  ['end', { language: 'en', theme: 'dark', width: 1440, height: 900 }],
  ['dvd390', { language: 'dv', theme: 'dark', width: 390, height: 844 }],
  ['enl390', { language: 'en', theme: 'mixed', width: 390, height: 844 }],
] as const
test('looks', async () => {
  const browser = await startBrowser()
  const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })
  await database.connect()
  for (const n of ['41/AN/2024', '42/AN/2024', '43/AN/2024']) await buildAnalysis(database, n)
  await database.query(`insert into analysis_warnings (analysis_id, description, position) select id, 'x', 1 from analysis limit 1`)
  await database.query(`update analysis set title = 'ދައުލަތާއި އަޙްމަދުގެ މައްޗަށް ކުރި ދަޢުވާ', date = '2024-03-01', confidence_level = 87, content_start_page = 2, analyzable_page_count = 14`)
  await database.end()
  for (const [name, look] of looks.filter(([n]) => !process.env['LOOK'] || process.env['LOOK'].includes(n))) {
    const { page } = await openWatched(browser, look)
    page.setDefaultTimeout(20000)
    await signInStaff(page)
    const words = await wordsOf(page)
    for (const r of resources) {
      await page.goto(`${home()}${pathOf(r.name)}`)
      await page.getByText(words.list.loading).waitFor({ state: 'detached' }).catch(() => undefined)
      await page.locator('[data-row], article').first().waitFor().catch(() => undefined)
      await page.waitForTimeout(400)
      await page.screenshot({ path: `/tmp/looks/${name}-${r.name}-1list.png` })
      try {
        await page.getByRole('button', { name: words.list.create(r.label.one[look.language]), exact: true }).click()
        await page.locator('[role=dialog] [data-field]').first().waitFor()
        await page.waitForTimeout(500)
        await page.screenshot({ path: `/tmp/looks/${name}-${r.name}-2create.png` })
        await page.getByRole('dialog').getByRole('button', { name: words.form.close, exact: true }).last().click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.locator('[data-row] button, article button').first().click()
        await page.getByRole('menuitem', { name: words.list.view, exact: true }).click()
        await page.locator('[role=dialog] dl').first().waitFor()
        await page.waitForTimeout(300)
        await page.screenshot({ path: `/tmp/looks/${name}-${r.name}-3view.png` })
      } catch (error) { console.log(name, r.name, String(error).slice(0, 300)) }
    }
    await page.context().close()
  }
  await browser.close()
}, 1_500_000)
