import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPage, signIn, startBrowser } from './browser.ts'

/** KiB of gzipped JavaScript that a first visit loads. */
const budget = 200

let browser: Awaited<ReturnType<typeof startBrowser>>

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const assets = join(import.meta.dirname, '../../dist/web')

/** The scripts that the browser itself asked for, as they are on disk, each once. */
function sizeOf(urls: Iterable<string>) {
  const files = [...new Set(urls)]
    .map((url) => join(assets, new URL(url).pathname))
    .filter((file) => file.endsWith('.js'))
  for (const file of files) expect(statSync(file).isFile()).toBe(true)
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1024
}

test.each(['/login', '/home'])('a first visit to %s loads at most 200 KiB of JavaScript', async (path) => {
  const page = await newPage(browser, {})
  if (path === '/home') await signIn(page, 'subscriber@hukum.test', 'hukum-demo-2026')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(`${process.env['HUKUM_URL'] ?? ''}${path}`)
  await page.waitForLoadState('networkidle')
  const size = sizeOf(scripts)
  console.log(`${path}: ${size.toFixed(1)} KiB of JavaScript`)
  expect(size).toBeGreaterThan(20)
  expect(size).toBeLessThanOrEqual(budget)
})
