import { expect, type Locator, type Page, staff, subscriber, test } from './fixtures.ts'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import {
  choose,
  expectRowCount,
  grid,
  openList,
  openMenu,
  pathOf,
  quickSearch,
  rowCount,
  rowsOf,
} from './listActions.ts'
import { axe, deferred, expectNoOverflow, expectPath } from './pageActions.ts'
import { newWord } from './apiUser.ts'
import { bluePicture } from '#test/pictures.ts'

/** The frame of the pages, and the measures and menus of the lists, as specified. */

const words = dv.list
const bannerButton = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })

test('a guest finds the way from the log-in and back to it', async ({ page }) => {
  await test.step('the log-in links to the registration, a forgotten password and the questions', async () => {
    await page.goto('/login')
    for (const path of ['/register', '/forgot-password', '/dp/faq'])
      await expect(page.locator(`a[href="${path}"]`), path).toBeVisible()
  })

  await test.step('a public page has a button to the home page', async () => {
    await page.goto('/dp/faq')
    await page.getByRole('link', { name: dv.actions.backHome }).click()
    await expectPath(page, '/login')
  })
})

test('a guest finds the licenses of all packages of the product on the about page', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('link', { name: dv.entries.about }).click()
  await expectPath(page, '/about')
  await expect(page).toHaveTitle(`${dv.entries.about} | ${dv.product}`)
  const fastify = page.getByText(/^fastify [\d.]+: MIT$/)
  await expect(fastify).toBeVisible()
  await fastify.click()
  await expect(page.getByText('The Fastify team').filter({ visible: true })).toHaveCount(1)
})

test('a public page shows what its editor wrote: pictures and tables fit in, alignment, quotations and Arabic look as written', async ({
  openPage,
  colleague,
}) => {
  const picture = await colleague.upload('dynamicPages.page_content', bluePicture(2000, 20), {
    name: 'a.png',
    type: 'image/png',
  })
  const route = newWord()
  const cells = Array.from({ length: 8 }, () => `<td>${'ސުވާލުތަކުގެޖަވާބު'.repeat(3)}</td>`).join('')
  const page_content =
    `<p><img data-file="${String(picture?.id)}" alt="a"></p><p class="ql-align-center">ޗަޓް</p>` +
    `<blockquote>ލިޔުން</blockquote><p lang="ar" dir="rtl">نص</p><table><tbody><tr>${cells}</tr></tbody></table>` +
    '<table><tbody><tr><th><p>ސުވާލު</p></th></tr><tr><td><p>ޖަވާބު</p></td></tr></tbody></table>'
  const { id, version } = await colleague.save('dynamicPages/create', { name: route, route, page_content })
  const page = await openPage({ path: `/dp/${route}` })
  const text = page.getByRole('article')
  await expect(text.getByRole('img')).toBeVisible()
  await expect.poll(() => text.getByRole('img').evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(2000)
  await expect(text.locator('.ql-align-center')).toHaveCSS('text-align', 'center')
  await expect(text.locator('blockquote')).toHaveCSS('border-inline-start-style', 'solid')
  await expect(text.locator('[lang="ar"]')).toHaveCSS('font-family', /Naskh/)
  // As a block it would be no table for some screen readers.
  await expect(text.locator('table').first()).toHaveCSS('display', 'table')
  // As in the editor.
  const small = text.locator('table').last()
  const widthOf = async (one: Locator) => (await one.boundingBox())?.width
  expect(await widthOf(small)).toBe(await widthOf(text.locator('[data-table]').last()))
  await expect(small.locator('th')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(small.locator('td > p')).toHaveCSS('margin-bottom', '0px')
  expect(await axe(page)).toEqual([])
  await expectNoOverflow(page)
  await colleague.call('dynamicPages/delete', { id, version })
})

test('a block of a page is read from right to left unless it is English, in the editor as on the page', async ({
  openPage,
  colleague,
}) => {
  const route = newWord()
  const page_content =
    '<h2>ސުރުޚީ</h2><p>2/2008 Employment Act and the rules of a tribunal ދެވަނަ</p><ul><li><p>English item</p></li></ul>'
  const { id, version } = await colleague.save('dynamicPages/create', { name: route, route, page_content })
  const page = await openPage({ user: staff, path: `/dp/${route}` })
  const expectDirections = async (text: Locator) => {
    await expect(text.locator('h2')).toHaveCSS('direction', 'rtl')
    await expect(text.locator('p').first()).toHaveCSS('direction', 'rtl')
    await expect(text.locator('ul')).toHaveCSS('direction', 'ltr')
  }
  await expectDirections(page.getByRole('article'))

  await page.goto(`${pathOf('dynamicPages')}?search=${route}`)
  await expectRowCount(page, 1)
  await choose(page, 0, words.edit)
  await expectDirections(page.getByRole('dialog').locator('[contenteditable]'))
  await expect(page.getByRole('dialog').locator('bdi', { hasText: 'terms-of-use-en' })).toHaveCSS(
    'white-space',
    'nowrap',
  )
  const text = page.getByRole('dialog').locator('[contenteditable]')
  await text.locator('h2').click()
  await page.keyboard.press('End')
  await page.keyboard.type('Typed')
  await page.getByRole('dialog').locator('input[name="route"]').fill(`${route}-en`)
  await expect(text).toHaveAttribute('lang', 'en')
  await expect(text.locator('> p')).toHaveCSS('direction', 'ltr')
  await text.focus()
  await page.keyboard.press('Control+z')
  await expect(text).not.toContainText('Typed')
  await page.goto('about:blank')
  await colleague.call('dynamicPages/delete', { id, version })
})

test('the title of the window consists of the page and the product', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: pathOf('judges') })
  await expect(page).toHaveTitle(`${dv.entries.judges} | ${dv.product}`)
  await page.goto('/dp/terms')
  await expect(page).toHaveTitle(`${dv.entries.terms} | ${dv.product}`)
})

test('the frame fills the screen on request', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: '/home', isolated: true })
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await bannerButton(page, dv.top.fullScreen).click()
  await expect.poll(isFull).toBe(true)
  await bannerButton(page, dv.top.leaveFullScreen).click()
  await expect.poll(isFull).toBe(false)
})

test('a spinner fills the screen while the session is restored', async ({ openPage }) => {
  const page = await openPage({ user: staff })
  const { promise, resolve } = deferred()
  await page.route('**/api/auth/me', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(pathOf('courts'))
  const spinner = page.getByRole('status', { name: dv.session.restoring })
  await expect(spinner).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  resolve()
  await expect(spinner).toHaveCount(0)
  await expect(grid(page)).toBeVisible()
})

test('a list is a grid of ten rows with the specified sizes, or cards on a narrow screen', async ({ openPage }) => {
  const page = await openList(openPage, 'courts')

  await test.step('a grid is 650 pixels high with rows of 55 pixels, ten rows on a page and one selected row', async () => {
    await expect(rowsOf(page)).toHaveCount(10)
    expect(await grid(page).evaluate((one) => one.parentElement?.getBoundingClientRect().height)).toBe(650)
    const height = await rowsOf(page)
      .first()
      .evaluate((one) => Math.round(one.getBoundingClientRect().height))
    expect(height).toBe(55)
    const last = grid(page).getByRole('columnheader').last()
    expect((await last.boundingBox())?.width).toBeLessThanOrEqual(170)
    await expect(page.locator('main [role="status"]').first()).toContainText(String(await rowCount(page)))
    await rowsOf(page).nth(1).click()
    await rowsOf(page).nth(3).click()
    await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(1)
  })

  await test.step('a list is cards at 719 pixels and a grid at 720', async () => {
    await page.setViewportSize({ width: 720, height: 900 })
    await expect(grid(page)).toBeVisible()
    await page.setViewportSize({ width: 719, height: 900 })
    await expect(grid(page)).toHaveCount(0)
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  await test.step('a new page begins at its top', async () => {
    await page.setViewportSize({ width: 390, height: 500 })
    await expect(page.getByRole('article').first()).toBeVisible()
    const scroll = () => {
      window.scrollTo(0, 400)
      return window.scrollY
    }
    await expect.poll(() => page.evaluate(scroll)).toBe(400)
    await page.getByRole('banner').getByRole('link').first().click()
    await expectPath(page, '/home')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })
})

test('the menu of a row offers the actions of its resource', async ({ openPage }) => {
  const page = await openList(openPage, 'users', { search: 'editor@' })

  await test.step('the menu of a user offers to view, edit, reset password and second factors, and delete', async () => {
    await expectRowCount(page, 1)
    const resetFactors = factorStrings.dv.reset.act
    expect(await openMenu(page, 0)).toEqual([words.view, words.edit, words.reset.act, resetFactors, words.remove])
  })

  await test.step('the menu of the own account offers no reset, which needs the current password', async () => {
    await quickSearch(page).fill('admin@')
    await expectRowCount(page, 1)
    expect(await openMenu(page, 0)).toEqual([words.view, words.edit, words.remove])
  })

  await test.step('the menus of a role and of a permission offer to view, edit and delete', async () => {
    for (const resource of ['roles', 'permissions']) {
      await page.goto(pathOf(resource))
      await expect(rowsOf(page).first()).toBeVisible()
      expect(await openMenu(page, 0), resource).toEqual([words.view, words.edit, words.remove])
    }
  })
})

test('a deleted record shows its error in the dialog, and no form opens', async ({ openPage }) => {
  const page = await openList(openPage, 'judges')
  const json = { Status: 'error', code: 'not-found', Message: 'ނެތް', payload: { errors: {} } }
  await page.route('**/api/judges/find', (route) => route.fulfill({ status: 404, json }))
  await choose(page, 0, words.edit)
  await expect(page.getByRole('dialog').getByText('ނެތް')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0)
})

test('the results of a search are in two columns for cases and in three for phrases', async ({ openPage }) => {
  const page = await openPage({ user: subscriber })
  const columns = () =>
    page
      .locator('main ul:has(article)')
      .first()
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
  await page.goto(`/home?q=${encodeURIComponent('ޙުކުމް')}`)
  await expect.poll(columns).toBe(2)
  await page.goto(`/home?type=Phrase&q=${encodeURIComponent('ޙުކުމް')}`)
  await expect.poll(columns).toBe(3)
})
