import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { emails, mayCall, seededRoles } from '../accessTable.ts'
import { pdf } from '../files.ts'
import { another } from './another.ts'
import { home, isLive, newPage, openWatched, startBrowser } from './browser.ts'
import { dialog } from './formActions.ts'
import { cell, menuOf, pathOf, rowsOf, signInStaff, toast } from './lists.ts'
import { type ResourceSample as Screen, screens } from './allResources.ts'
import {
  changeInForm,
  findIt,
  leaveForm,
  make,
  openForm,
  openScreen,
  remove,
  tryRefused,
  viewSheet,
} from './useScreen.ts'

/**
 * Each of the thirteen screens in its whole use, by one person on one page: what a test makes, the next one finds. In a
 * browser of his own a colleague looks at the same list, touches nothing, and sees what is made, changed and deleted.
 */

const { list } = dv

let browser: Browser
let page: Page
let problems: string[]
let otherBrowser: Browser
let colleague: Page
let seen: string[]

beforeAll(async () => {
  browser = await startBrowser()
  ;({ page, problems } = await openWatched(browser))
  await signInStaff(page)
  otherBrowser = await startBrowser()
  const watched = await openWatched(otherBrowser)
  colleague = watched.page
  seen = watched.problems
  await signInStaff(colleague)
})
afterEach(() => expect([...problems.splice(0), ...seen.splice(0)]).toEqual([]))
afterAll(() => Promise.all([browser.close(), otherBrowser.close()]))

describe.each(screens.map((screen) => [screen.resource.name, screen] as const))('%s', (_, screen) => {
  const size = screen.resource.dialog
  const look = () => ({ page, rows: rowsOf(page) })

  test('are made in their form', async () => {
    await lookOn(screen)
    await openScreen(page, screen)
    await make(page, screen)
    await expect.poll(() => rowsOf(colleague).count()).toBe(1)
  })

  test('are found by the quick search', async () => {
    await findIt(look(), screen)
  })

  test('are changed in their cell', async () => {
    const { field, typed } = screen.cell
    await cell(page, 0, field).dblclick()
    await cell(page, 0, field).getByRole('textbox').fill(typed)
    await page.keyboard.press('Enter')
    await toast(page, list.saved).last().waitFor()
    await expect.poll(() => cell(page, 0, field).textContent()).toBe(typed)
    await expect.poll(() => cell(colleague, 0, field).textContent()).toBe(typed)
  })

  test('are changed in their form', async () => {
    await openScreen(page, screen)
    await findIt(look(), screen)
    await changeInForm(look(), screen)
  })

  test('are viewed as a sheet, as they were saved', async () => {
    await openScreen(page, screen)
    await findIt(look(), screen)
    await viewSheet(look(), screen)
    await expect.poll(windowWidth).toBe(widths.lg)
    await leaveForm(page)
  })

  test('have a form of the size that is said of it', async () => {
    await openForm(page, screen)
    await expect.poll(windowWidth).toBe(widths[size])
    await leaveForm(page)
  })

  test('are refused at the field that is wrong, and what was written stays', () => tryRefused(page, screen))

  test('are deleted when somebody says that he is sure', async () => {
    await findIt(look(), screen)
    await remove(look())
    await colleague.getByText(list.nothing).waitFor()
  })
})

describe('whoever may not', () => {
  const unprivilegeds = Map.groupBy(screens, ({ unprivileged }) => unprivileged.email)

  // The library begins without any analysis, and a list without rows offers nothing to anybody.
  beforeAll(async () => {
    const maker = await another()
    const file = await maker.upload('analysis.pdf_file', pdf())
    await maker.save('analysis/create', { court: 1, title: 'ހުއްދަ ނެތް މީހުންނަށް', pdf_file: file?.id })
  })

  test.each([...unprivilegeds])('finds lists shut, or without the plus and the pencil: %s', async (email, theirs) => {
    const own = await newPage(browser)
    await signInStaff(own, email)
    for (const { resource, unprivileged } of theirs) {
      await own.goto(`${home()}${pathOf(resource.name)}`)
      if (!unprivileged.reads) {
        await own.waitForURL((url) => url.pathname === '/home')
        continue
      }
      await own.getByRole('heading', { level: 1, name: resource.label.many.dv, exact: true }).waitFor()
      await own.getByRole('search').waitFor()
      await rowsOf(own).first().waitFor()
      expect(await own.getByRole('button', { name: list.create(resource.label.one.dv) }).count()).toBe(0)
      const offered = await menuOf(own, 0)
      for (const [act, call] of [
        [list.view, 'find'],
        [list.edit, 'update'],
        [list.remove, 'delete'],
      ] as const)
        expect(offered.includes(act), `${resource.name}/${call}`).toBe(
          mayCall(roleOf(email), `${resource.name}/${call}`),
        )
    }
  })
})

function roleOf(email: string) {
  const role = seededRoles.find((one) => emails[one] === email)
  if (!role) throw new Error(`${email} has no role of the library`)
  return role
}

const widths = { sm: 460, md: 620, lg: 960, xl: 1440 }
const windowWidth = async () => Math.round((await dialog(page).boundingBox())?.width ?? 0)

/** The colleague waits for what is going to be made. */
async function lookOn({ resource, found }: Screen) {
  await colleague.goto(`${home()}${pathOf(resource.name)}?${new URLSearchParams({ search: found }).toString()}`)
  await colleague.getByText(list.nothing).waitFor()
  await isLive(colleague)
}
