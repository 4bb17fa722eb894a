import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, subscriber, test } from './fixtures.ts'

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
