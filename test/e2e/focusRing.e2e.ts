import { expect, type Page, staff, test } from './fixtures.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { users } from '#shared/resources/users.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { expectLoaded, grid, pathOf } from './listActions.ts'
import { nightly } from './nightly.ts'
import { openFilters } from './searchActions.ts'

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

test(
  'on a phone, no field that the Tab key reaches is hidden by the bars of a form or of the advanced search',
  nightly,
  async ({ openPage }) => {
    const page = await openPage({ user: staff, width: 390, height: 640 })
    for (const { name, label } of [users, caseFiles]) {
      await page.goto(pathOf(name))
      await page.getByRole('button', { name: dv.list.create(label.one.dv), exact: true }).click()
      await expect(page.getByRole('dialog').locator('[data-field]').first()).toBeVisible()
      expect(await hiddenFields(page), name).toEqual([])
    }
    await page.goto('/home')
    await openFilters(page)
    expect(await hiddenFields(page), 'advanced search').toEqual([])
  },
)

/** Presses Tab through the fields of the open dialog, and returns those that a bar covers while they have the focus. */
async function hiddenFields(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.locator('input, textarea').first().focus()
  const hidden: string[] = []
  for (let stops = 0; stops < 40; stops++) {
    const found = await dialog.evaluate(focusedUnderBar)
    if (found === 'end') return hidden
    if (found !== '') hidden.push(found)
    await page.keyboard.press('Tab')
  }
  return hidden
}

/** Runs in the browser: the field that has the focus under a sticky bar, `end` in the bar at the end, else nothing. */
function focusedUnderBar(dialog: Element) {
  const focused = document.activeElement
  if (!focused || !dialog.contains(focused)) return 'end'
  const bars = [...dialog.querySelectorAll('*')].filter((one) => getComputedStyle(one).position === 'sticky')
  const own = bars.find((one) => one.contains(focused))
  if (own) return own === bars.at(-1) ? 'end' : ''
  const box = focused.getBoundingClientRect()
  const isHidden = bars.some((bar) => {
    const { top, bottom } = bar.getBoundingClientRect()
    return box.top >= top && box.bottom <= bottom
  })
  return isHidden ? `${focused.tagName} ${focused.id} ${focused.getAttribute('aria-label') ?? ''}` : ''
}
