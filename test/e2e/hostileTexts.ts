import type { Browser, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { isNightly } from '#test/isNightly.ts'
import { payloads } from './xssPayloads.ts'

/** Hostile texts in a page that records which of them run. */

/** The short run takes every sixth payload. */
export const chosen = payloads
  .map((html, index) => ({ html, index }))
  .filter(({ index }) => isNightly || index % 6 === 0)

declare global {
  interface Window {
    ran?: (index: number) => void
    hasRun?: number[]
  }
}

/** In the page: records the payloads that run in it or in one of its frames. */
export function recordRuns() {
  const found: number[] = []
  window.hasRun = found
  window.ran = (index) => found.push(index)
}

export const hasRun = (page: Page) => page.evaluate(() => [...new Set(window.hasRun ?? [])])

/** Waits until a picture that does not load, added last, has failed in the page: handlers of earlier payloads have run by then. */
export const runHandlers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const picture = document.createElement('img')
        picture.addEventListener('error', () => requestAnimationFrame(() => resolve()))
        picture.src = 'data:image/png,none'
        document.body.append(picture)
      }),
  )

/** Shows HTML as documents of their own, in a page without a policy. */
export async function showUnsanitized(browser: Browser, documents: readonly string[]) {
  const page = await browser.newPage()
  await page.goto('about:blank')
  await page.evaluate(recordRuns)
  await page.evaluate((all) => {
    for (const html of all) {
      const frame = document.createElement('iframe')
      frame.srcdoc = html
      document.body.append(frame)
    }
  }, documents)
  return page
}

/** The control: without sanitizing, most payloads run. */
export async function expectControlToRun(browser: Browser, documents = chosen.map(({ html }) => html)) {
  const page = await showUnsanitized(browser, documents)
  const limit = 0.4 * chosen.length
  await expect.poll(async () => (await hasRun(page)).length, { timeout: 30_000 }).toBeGreaterThan(limit)
  console.log(`Without sanitizing, ${(await hasRun(page)).length} of ${chosen.length} payloads run.`)
  await page.close()
}

/** The numbers of the payloads that a screen shows: in its text, in its fields, and in the names of its parts. */
export async function shownPayloads(page: Page): Promise<number[]> {
  const text = await page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => [
      'value' in element ? String(element.value) : '',
      ...[...element.attributes].map(({ value }) => value),
    ])
    return [document.documentElement.textContent, ...attributes].join('\n')
  })
  return payloadsIn(text)
}

/** The numbers of the payloads in a text. */
export const payloadsIn = (text: string): number[] => [
  ...new Set([...text.matchAll(/(?:t|&#x74;)op\.ran\((\d+)\)/g)].map(([, number]) => Number(number))),
]
