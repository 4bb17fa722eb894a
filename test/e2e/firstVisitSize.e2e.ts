import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dv } from '#web/platform/strings/dv.ts'
import { expect, subscriber, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { text } from './legalEditorActions.ts'
import { choose, openList } from './listActions.ts'

/** KiB of gzipped JavaScript that a first visit loads. */
const budget = 200

const assets = join(import.meta.dirname, '../../dist/web')

/** The size of the requested scripts as they are on disk, each once, in KiB. */
function sizeOf(urls: Iterable<string>) {
  const files = [...new Set(urls)]
    .map((url) => join(assets, new URL(url).pathname))
    .filter((file) => file.endsWith('.js'))
  for (const file of files) expect(statSync(file).isFile()).toBe(true)
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1024
}

for (const [path, user] of [['/login'], ['/home', subscriber]] as const)
  test(`a first visit to ${path} loads at most 200 KiB of JavaScript`, async ({ openPage }) => {
    const page = await openPage({ user, isolated: true })
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const size = sizeOf(scripts)
    console.log(`${path}: ${size.toFixed(1)} KiB of JavaScript`)
    expect(size).toBeGreaterThan(20)
    expect(size).toBeLessThanOrEqual(budget)
  })

test('the editor of judgments is loaded when it is opened, with at most 170 KiB of JavaScript of its own', async ({
  openPage,
}) => {
  const page = await openList(openPage, 'caseFiles', {}, { isolated: true })
  await choose(page, 0, dv.list.edit)
  const step = dialog(page).getByRole('tab').last()
  await expect(step).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await step.click()
  await expect(text(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const size = sizeOf(scripts)
  console.log(`the editor of judgments: ${size.toFixed(1)} KiB of JavaScript`)
  expect(size).toBeGreaterThan(20)
  expect(size).toBeLessThanOrEqual(170)
})
