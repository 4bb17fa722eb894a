import { expect, type OpenPage, type Page, type PageOptions, subscriber, test } from './fixtures.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { axe } from './pageActions.ts'

/** Highlights in the cards of results, outside of the passages. */

async function results(openPage: OpenPage, search: Record<string, string>, look: PageOptions = {}) {
  const page = await openPage({ ...look, user: subscriber })
  await page.goto(`/home?${new URLSearchParams(search).toString()}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  return page
}

const highlighted = (page: Page, within: string) => page.locator(`article ${within} mark`)

/** Together they hold every pair of theme, language and width. */
for (const [theme, language, width] of [
  ['light', 'dv', 1440],
  ['dark', 'en', 1440],
  ['dark', 'dv', 390],
  ['light', 'en', 390],
] as const)
  test.describe(
    `in the ${theme} theme (${language}, ${width} wide)`,
    nightlyUnless(theme === 'light' && language === 'dv'),
    () => {
      test('a phrase found by a query in Latin letters is highlighted in its card', nightly, async ({ openPage }) => {
        const page = await results(openPage, { type: 'Phrase', q: 'hukum' }, { theme, language, width })
        await expect(highlighted(page, 'bdi').filter({ hasText: /^ޙުކުމް$/ }).first()).toBeVisible()
        expect(await axe(page)).toEqual([])
      })

      test('the words of a query are highlighted in the title and the parties of a case', async ({ openPage }) => {
        const page = await results(openPage, { q: 'މަރިޔަމް އެއްބަސްވުން' }, { theme, language, width })
        await expect(highlighted(page, 'h3').or(highlighted(page, 'dl')).first()).toBeVisible()
        expect(await axe(page)).toEqual([])
      })
    },
  )

test('an excluded word of a query is not highlighted', async ({ openPage }) => {
  const page = await results(openPage, { type: 'Phrase', q: 'ޙުކުމް NOT ޖަލު' })
  const texts = await highlighted(page, 'bdi').allTextContents()
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => !text.startsWith('ޙުކުމ'))).toEqual([])
})
