import { expect, type Look, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { nightlyUnless } from './nightly.ts'
import { axe, expectNoOverflow } from './pageActions.ts'
import { common, caseNumber, openSearch, cards } from './searchActions.ts'

const short: Look = { theme: 'dark', language: 'dv', width: 1440 }
const nightly: readonly Look[] = [
  { theme: 'mixed', language: 'dv', width: 1440 },
  { theme: 'mixed', language: 'en', width: 390 },
  { theme: 'dark', language: 'en', width: 390 },
  { theme: 'light', language: 'dv', width: 1440 },
]

for (const look of [short, ...nightly])
  test(
    `axe finds no violation in the search pages, which do not overflow (theme ${look.theme}, language ${look.language}, width ${look.width})`,
    nightlyUnless(look === short),
    async ({ openPage }) => {
      const { search } = look.language === 'en' ? en : dv
      const page = await openSearch(openPage, {}, look)
      expect(await axe(page)).toEqual([])

      const queries = [{ q: common }, { type: 'Phrase', q: 'court' }, { q: caseNumber }, { q: 'qqqqqq', court: '2' }]
      for (const query of queries) {
        await page.goto(`/home?${new URLSearchParams(query).toString()}`)
        await expect(cards(page).or(page.getByText(search.empty.title)).first()).toBeVisible()
        expect(await axe(page)).toEqual([])
        await expectNoOverflow(page)
      }

      await page.getByRole('button', { name: search.filterCount(1) }).click()
      const dialog = page.getByRole('dialog', { name: search.advanced.title })
      await expect(dialog).toBeVisible()
      expect(await axe(page)).toEqual([])
      const pickDay = search.advanced.pickDay(search.fields.to)
      await dialog.getByRole('button', { name: pickDay }).click()
      await expect(page.getByRole('dialog', { name: pickDay })).toBeVisible()
      expect(await axe(page)).toEqual([])
    },
  )
