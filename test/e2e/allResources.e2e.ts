import { expect, type Page, staff, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { emails, mayCall, seededRoles } from '#test/accessTable.ts'
import { pdf } from '#test/files.ts'
import { type ResourceSample, screens } from './allResources.ts'
import { dialog } from './formActions.ts'
import { cell, openMenu, pathOf, rowsOf, toast } from './listActions.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { expectLive, expectPath } from './pageActions.ts'
import {
  changeInForm,
  closeForm,
  createRecord,
  deleteRecord,
  openForm,
  openScreen,
  searchRecord,
  tryRefused,
  viewRecord,
} from './screenActions.ts'

/**
 * The whole use of the screen of each resource. A colleague has the same list open in another browser context, touches
 * nothing, and sees what is created, changed and deleted.
 */

const { list } = dv
const widths = { sm: 460, md: 620, lg: 960, xl: 1180 }
/** The width of the form of a resource: a wizard of size xl fills the screen. */
const widthOf = ({ dialog, wizard }: Resource) => (dialog === 'xl' && wizard ? 1440 : widths[dialog])

for (const sample of screens) {
  const { resource } = sample
  test(
    `a record of ${resource.name} is created, found, changed, viewed, refused and deleted, and a colleague sees it live`,
    nightly,
    async ({ openPage }) => {
      const page = await openPage({ user: staff })
      const records = { page, rows: rowsOf(page) }
      const colleague = await openPage({ user: staff })
      await watchList(colleague, sample)

      await test.step('a record is created in its form and appears in the list of a colleague', async () => {
        await openScreen(page, sample)
        await createRecord(page, sample)
        await expect(rowsOf(colleague)).toHaveCount(1)
      })

      await test.step('the quick search finds the record', () => searchRecord(records, sample))

      await test.step('a cell is changed in the list and in the list of a colleague', async () => {
        const { field, typed } = sample.cell
        await cell(page, 0, field).dblclick()
        await cell(page, 0, field).getByRole('textbox').fill(typed)
        await page.keyboard.press('Enter')
        await expect(toast(page, list.saved).last()).toBeVisible()
        await expect(cell(page, 0, field)).toHaveText(typed)
        await expect(cell(colleague, 0, field)).toHaveText(typed)
      })

      await test.step('the record is changed in its form', async () => {
        await openScreen(page, sample)
        await searchRecord(records, sample)
        await changeInForm(records, sample)
      })

      await test.step('the record is viewed as it was saved', async () => {
        await openScreen(page, sample)
        await searchRecord(records, sample)
        await viewRecord(records, sample)
        await expectDialogWidth(page, widths.lg)
        await closeForm(page)
      })

      await test.step('the form has the size that its resource sets', async () => {
        await openForm(page, sample)
        await expectDialogWidth(page, widthOf(resource))
        await closeForm(page)
      })

      await test.step('an invalid record is refused at its field', () => tryRefused(page, sample))

      await test.step('the record is deleted after a confirmation, also from the list of a colleague', async () => {
        await searchRecord(records, sample)
        await deleteRecord(records)
        await expect(colleague.getByText(list.nothing)).toBeVisible()
      })
    },
  )
}

test('the form of a resource has the width of its size', nightly, async ({ openPage }) => {
  const page = await openPage({ user: staff })
  // One resource of each width; the size of every resource is checked with its record above.
  for (const sample of new Map(screens.map((one) => [widthOf(one.resource), one])).values()) {
    await openScreen(page, sample)
    await openForm(page, sample)
    await expectDialogWidth(page, widthOf(sample.resource))
  }
})

/** Opens the list of the record that will be created. */
async function watchList(page: Page, { resource, found }: ResourceSample) {
  await page.goto(`${pathOf(resource.name)}?${new URLSearchParams({ search: found }).toString()}`)
  await expect(page.getByText(list.nothing)).toBeVisible()
  await expectLive(page)
}

async function expectDialogWidth(page: Page, width: number) {
  await expect.poll(async () => Math.round((await dialog(page).boundingBox())?.width ?? 0)).toBe(width)
}

const samplesByUser = Map.groupBy(screens, ({ unprivileged }) => unprivileged.email)
/** They read lists without changing them. */
const usersInShortRun = [emails.Billing]

for (const [email, samples] of samplesByUser)
  test(
    `${email} finds lists closed, or without the actions that the permissions do not allow`,
    nightlyUnless(usersInShortRun.includes(email)),
    async ({ openPage, colleague, server }) => {
      // The library has no analysis, and a list without rows offers no actions.
      const file = await colleague.upload('analysis.pdf_file', pdf())
      const analysis = { court: 1, title: 'ހުއްދަ ނެތް މީހުންނަށް', pdf_file: file?.id, accept_duplicate: true }
      const { id } = await colleague.save('analysis/create', analysis)
      const page = await openPage({ user: email })
      for (const { resource, unprivileged } of samples) {
        await page.goto(pathOf(resource.name))
        if (!unprivileged.reads) {
          await expectPath(page, '/home')
          continue
        }
        await expect(page.getByRole('heading', { level: 1, name: resource.label.many.dv, exact: true })).toBeVisible()
        await expect(rowsOf(page).first()).toBeVisible()
        await expect(page.getByRole('button', { name: list.create(resource.label.one.dv) })).toHaveCount(0)
        const offered = await openMenu(page, 0)
        for (const [action, endpoint] of [
          [list.view, 'find'],
          [list.edit, 'update'],
          [list.remove, 'delete'],
        ] as const)
          expect(offered.includes(action), `${resource.name}/${endpoint}`).toBe(
            mayCall(roleOf(email), `${resource.name}/${endpoint}`),
          )
      }
      await server.query(`update analysis set deleted_at = now() where id = $1`, [id])
    },
  )

function roleOf(email: string) {
  const role = seededRoles.find((one) => emails[one] === email)
  if (!role) throw new Error(`${email} has no role of the library`)
  return role
}
