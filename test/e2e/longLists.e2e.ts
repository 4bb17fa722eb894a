import { expect, type Page, test } from './fixtures.ts'
import { limits } from '#shared/limits.ts'
import { fieldMessages } from '#shared/messages.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { dv } from '#web/platform/strings/dv.ts'

import { choose, expectRowCount, openList, rowCount, rowsOf } from './listActions.ts'
import { nightly } from './nightly.ts'

/** A long list is searched and paged by the server. */

test.beforeEach(async ({ server }) => {
  await server.query(`insert into relation_types (name) select 'ދިގު ލިސްޓު ' || n from generate_series(1, 600) as n`)
  await server.query(`insert into relation_types (name) select 'އެގާރަ ނިސްބަތް ' || n from generate_series(1, 11) as n`)
})
// The lists are as long as before for other tests.
test.afterEach(async ({ server }) => {
  await server.query(`delete from relation_types where name like 'ދިގު ލިސްޓު %' or name like 'އެގާރަ ނިސްބަތް %'`)
  await server.query(`delete from courts where name like 'ގިނަ ކޯޓު %'`)
})

const pageField = (page: Page) => page.getByRole('navigation', { name: dv.pager.label }).getByRole('textbox')

test('the results of a search in a long list are paged', async ({ openPage }) => {
  const page = await openList(openPage, 'relationTypes', { search: 'އެގާރަ' })
  await expect(rowsOf(page)).toHaveCount(10)
  await expectRowCount(page, 11)
  await page.getByRole('button', { name: dv.pager.next }).click()
  await expect(rowsOf(page)).toHaveCount(1)
})

test('a chosen value is shown by its name, however many choices there are before it', async ({ openPage, server }) => {
  const courts = await server.query(
    `insert into courts (name) select 'ގިނަ ކޯޓު ' || n from generate_series(1, 60) as n returning id`,
  )
  const page = await openList(openPage, 'caseFiles', { Court: String(courts.at(-1)?.['id']) })
  const court = page.getByRole('combobox', { name: caseFiles.fields.court.label.dv })
  await expect(court).toHaveValue('ގިނަ ކޯޓު 60')
})

test('a search of too many words says so', nightly, async ({ openPage }) => {
  const search = Array.from({ length: limits.list.words + 1 }, (_, index) => `w${index}`).join(' ')
  const page = await openList(openPage, 'relationTypes', { search })
  const [sentence] = fieldMessages['too-many-words']
  await expect(
    page.getByRole('alert').getByText(sentence.replace('{maximum}', String(limits.list.words)), { exact: true }),
  ).toBeVisible()
})

test(
  'a page past the end of a long list is its last page, also after the deletion of its only row',
  nightly,
  async ({ openPage }) => {
    const past = await openList(openPage, 'relationTypes', { page: '9999' })
    await expect.poll(() => rowCount(past)).toBeGreaterThan(600)
    await expect
      .poll(async () => Number(await pageField(past).inputValue()) - Math.ceil((await rowCount(past)) / 10))
      .toBe(0)

    const page = await openList(openPage, 'relationTypes', { search: 'އެގާރަ', page: '2' })
    await expect(rowsOf(page)).toHaveCount(1)
    await choose(page, 0, dv.list.remove)
    await page.getByRole('dialog').getByRole('button', { name: dv.list.remove }).click()
    await expect(rowsOf(page)).toHaveCount(10)
    await expect(pageField(page)).toHaveValue('1')
  },
)
