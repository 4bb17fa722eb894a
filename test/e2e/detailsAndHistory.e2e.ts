import { dv } from '#web/platform/strings/dv.ts'
import { type ApiUser, expect, type OpenPage, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { choose, openList } from './listActions.ts'

/** How the values of a case file are drawn in its details and in the history of its changes. */

/** Opens the details of a case with two claimants, from which a status was removed, and whose number was changed. */
async function openDetails(openPage: OpenPage, colleague: ApiUser) {
  const number = `${Math.floor(Math.random() * 1e6) + 1000}/Cv-C/2024`
  const { id, version } = await colleague.save('caseFiles/create', {
    court: 1,
    title: 'ލިޔުން',
    case_types: [1],
    case_numbers: [{ number }],
    claimant: 'އަޙްމަދު ޢަލީ|ޢާއިޝަތު ޙަސަން',
    statuses: [1, 2],
  })
  await colleague.save('caseFiles/update', { id, version, statuses: [1], case_numbers: [{ number: `9${number}` }] })
  const page = await openList(openPage, 'caseFiles', { search: number })
  await choose(page, 0, dv.list.view)
  return page
}

test('the names of several parties are set apart by commas in the details', async ({ openPage, colleague }) => {
  const page = await openDetails(openPage, colleague)
  const names = dialog(page)
    .getByRole('listitem')
    .filter({ hasText: /ޢަލީ|ޙަސަން/ })
  await expect(names).toHaveCount(2)
  const separators = await names.evaluateAll((all) => all.map((name) => getComputedStyle(name, '::after').content))
  expect(separators).toEqual(['"،"', 'none'])
})

test('a case number and a status that were removed are struck out in the history', async ({ openPage, colleague }) => {
  const page = await openDetails(openPage, colleague)
  await dialog(page).getByRole('button', { name: dv.form.history.open }).click()
  const removed = dialog(page).locator('del')
  const number = removed.getByText(/\/Cv-C\//)
  const status = removed.locator('[title] > span')
  // The line of a block does not reach into an inline block: it needs one of its own.
  for (const text of [number.first(), status.first()])
    await expect(text).toHaveCSS('text-decoration-line', 'line-through')
})
