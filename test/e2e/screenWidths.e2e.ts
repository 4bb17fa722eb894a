import { join } from 'node:path'
import type { Language } from '#shared/messages.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import { expect, type Page, staff, test } from './fixtures.ts'
import { layoutProblems } from './layoutProblems.ts'
import { expectLoaded, grid, pathOf } from './listActions.ts'
import { isNightly } from '#test/isNightly.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { visits } from './screenVisits.ts'
import { toolVisits } from './toolVisits.ts'

/** Every screen, form, and dialog at each width: nothing is cut, hidden, or outside of the screen. */

const widths = [300, 390, 720, 1024, 1440] as const
const languages = ['dv', 'en'] as const
const pictures = join(import.meta.dirname, '../../.cache/screenshots')
const isShort = (name: string, language: Language, width: number) =>
  name === 'reader' && language === 'en' && width === 390

for (const language of languages)
  for (const width of widths)
    for (const { name, user, run } of [...visits, ...toolVisits])
      test(
        `nothing is cut or out of reach on the screens of the ${name} (${language}, ${width} wide)`,
        nightlyUnless(isShort(name, language, width)),
        async ({ openPage, server, colleague, browser }) => {
          const number = `${width}/AN-${language}/2024`
          if (name === 'list of analysis') await buildAnalysis(server, number)
          const page = await openPage({ user, language, width })
          const check = async (screen: string) => {
            if (isNightly) await takePictures(page, `${screen} ${language} ${width}`)
            expect.soft(await page.evaluate(layoutProblems), screen).toEqual([])
          }
          await run({ page, language, strings: language === 'en' ? en : dv, check, server, colleague, browser })
          if (name === 'list of analysis') await deleteAnalyses(server, [number])
        },
      )

test(
  'next to the side menu, the lists of cases and analyses fit into their grid, with whole statuses (1024 wide)',
  nightly,
  async ({ openPage }) => {
    const page = await openPage({ user: staff, width: 1024, path: pathOf('caseFiles') })
    const expectFits = async () =>
      expect(await grid(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expectLoaded(page)
    const statuses = page.locator('[data-column="statuses"][role="gridcell"] span[title]')
    await expect(statuses.first()).toBeVisible()
    const widths = await statuses.evaluateAll((badges) =>
      badges.map(({ lastElementChild: name }) => [name?.scrollWidth, name?.clientWidth]),
    )
    for (const [whole, shown] of widths) expect(whole).toBe(shown)
    await expectFits()
    await page.goto(pathOf('analysis'))
    await expectLoaded(page)
    await expectFits()
  },
)

async function takePictures(page: Page, name: string) {
  for (const theme of ['dark', 'mixed'] as const) {
    await page.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme)
    await page.screenshot({ path: join(pictures, theme, `${name}.png`), animations: 'disabled' })
  }
}
