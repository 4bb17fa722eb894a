import { newerApis } from '#test/architecture/newerApis.ts'
import { expect, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'

/** Removes what the oldest supported browsers lack; runs in the page, before its scripts. */
function removeNewerApis(paths: string[]) {
  for (const path of paths) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let holder: unknown = globalThis
    for (const name of names) holder = (holder as Record<string, unknown> | undefined)?.[name]
    if (holder) Reflect.deleteProperty(holder, last)
  }
}

test('a list, a case, its text and its notes open in a browser without the newer functions', async ({ openPage }) => {
  const page = await openPage({ user: 'admin@hukum.test', isolated: true })
  await page.addInitScript(
    removeNewerApis,
    newerApis.map(({ path }) => path),
  )
  await page.goto('/courts')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  expect(await page.evaluate(() => ['any' in AbortSignal, 'groupBy' in Map, 'highlights' in CSS])).toEqual([
    false,
    false,
    false,
  ])

  await page.goto(`/home?${new URLSearchParams({ q: 'ކޯޓުގެ ޙުކުމް' }).toString()}`)
  await page.getByRole('article').first().getByRole('link', { name: dv.search.card.details }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 1 })).toBeVisible()
  await dialog.getByRole('tab', { name: dv.viewer.text }).click()
  const text = dialog.getByRole('article', { name: dv.reader.label })
  await text.locator('p').first().click()
  await expect(text).toBeVisible()
})
