import { dv } from '#web/platform/strings/dv.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { newWord } from './apiUser.ts'
import { expect, type Page, test } from './fixtures.ts'
import { cell, choose, openList } from './listActions.ts'
import type { TestServer } from './testServer.ts'

/** What a list shows of its filters, its failures and its chosen rows, and where the focus goes. */

const { list } = dv

/** Inserts two courts whose names begin with a new word. */
async function buildCourts({ query }: TestServer) {
  const word = newWord()
  await query(`insert into courts (name) values ($1), ($2)`, [`${word} a`, `${word} b`])
  return word
}

const chosen = (page: Page, count: number) =>
  page.getByRole('status').filter({ hasText: stripDirectionMarks(list.rows.chosen(count)) })

test('a form that is saved in the list loads its record once', async ({ openPage, server }) => {
  const word = await buildCourts(server)
  const page = await openList(openPage, 'courts', { search: word })
  await choose(page, 0, list.edit)
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await expect(name).toBeVisible()
  await page.waitForLoadState('networkidle')
  let finds = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/courts/find')) finds += 1
  })
  await name.fill(`${word} d`)
  await page.getByRole('dialog').getByRole('button', { name: dv.form.save }).click()
  await expect(
    cell(page, 0, 'name')
      .or(cell(page, 1, 'name'))
      .filter({ hasText: `${word} d` }),
  ).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  expect(finds).toBe(1)
})
