import { expect, type Page, staff, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { expectLoaded, grid, pathOf } from './listActions.ts'
import { nightly } from './nightly.ts'

/** The focus ring: one color, for keys; a mouse click draws none, but for text, whose box shows where typing goes. */

type Ring = { name: string; color: string; style: string }

/** The ring of the focused element, or of the box around a text field. */
const ringOf = (page: Page) =>
  page.evaluate((): Ring => {
    const focused = document.activeElement ?? document.body
    const box = [focused, focused.parentElement, focused.parentElement?.parentElement]
      .filter((one) => one instanceof Element)
      .find((one) => getComputedStyle(one).outlineStyle === 'solid')
    const { outlineColor, outlineStyle } = getComputedStyle(box ?? focused)
    return { name: focused.getAttribute('aria-label') ?? focused.tagName, color: outlineColor, style: outlineStyle }
  })

const colorOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${name})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)

test('every element that the Tab key reaches in a list has a ring of the one focus color', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: pathOf('courts') })
  await expectLoaded(page)
  const colors = [await colorOf(page, '--focus'), await colorOf(page, '--focus-on-chrome')]
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab')
    const ring = await ringOf(page)
    if (ring.name === 'BODY') break
    expect([ring.style, colors.includes(ring.color)], ring.name).toEqual(['solid', true])
  }

  await test.step('also the filter of a column, which Enter opens', async () => {
    await page.getByRole('button', { name: dv.list.columnFilters }).click()
    const filter = grid(page).getByRole('searchbox').first()
    await filter.locator('..').focus()
    await page.keyboard.press('Enter')
    await expect(filter).toBeFocused()
    expect(await ringOf(page)).toMatchObject({ style: 'solid', color: await colorOf(page, '--focus') })
  })
})

test(
  'a mouse click on a button draws no ring, and one on the search field rings its box in the focus color',
  nightly,
  async ({ openPage }) => {
    const page = await openPage({ user: staff, path: '/home' })
    const search = page.getByRole('searchbox').or(page.getByRole('combobox')).first()
    await search.click()
    expect(await ringOf(page)).toMatchObject({ style: 'solid', color: await colorOf(page, '--focus') })
    expect(await search.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('none')

    const buttons = page.getByRole('search').getByRole('button', { pressed: false })
    await buttons.first().click()
    await page.keyboard.press('Escape')
    for (const button of await page.getByRole('banner').getByRole('button').all()) {
      await button.click()
      expect(await button.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('none')
      await page.keyboard.press('Escape')
    }
  },
)
