import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'

/** Less than half as long as the readable script, which each page would read and compile. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Accessibility violations that axe finds in a page, or in a part of it, one sentence each. */
export async function axe(page: Page, part?: string): Promise<string[]> {
  // The code of a screen can still be loading.
  await page.locator('main').first().waitFor()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  await page.evaluate(waitForAnimations)
  const { violations } = await page.evaluate(
    // No enabled rule reads the style sheets.
    (selector) => window.axe.run(selector ?? document, { resultTypes: ['violations'], preload: { assets: ['media'] } }),
    part,
  )
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
}

/** Nothing is wider than the page, at its width and on a phone. */
export async function expectNoOverflow(page: Page) {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const one of new Set([390, width])) {
    await page.setViewportSize({ width: one, height })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(one)
  }
}

/** Runs in the browser: axe would measure the colors in the middle of a transition. A dialog begins its transition some frames after it opens. */
async function waitForAnimations() {
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve)
      // A background tab draws no frames.
      setTimeout(resolve, 200)
    })
  const isAnimating = () =>
    document.getAnimations().some((animation) => {
      const { endTime } = animation.effect?.getComputedTiming() ?? {}
      return animation.playState === 'running' && endTime !== Infinity
    })
  const end = Date.now() + 10_000
  for (let quiet = 0; quiet < 4 && Date.now() < end; quiet = isAnimating() ? 0 : quiet + 1) await frame()
}

declare global {
  interface Window {
    axe: typeof axeCore
  }
}

/** Waits until an element, or one in it, has the focus: a dialog takes it some frames after it opens. */
export async function expectFocusIn(element: Locator) {
  await expect.poll(() => element.evaluate((one) => one.contains(document.activeElement))).toBe(true)
}

/** Waits until the page receives live events. */
export async function expectLive(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('data-live', 'connected')
}

/** Waits until the page is at a path; the query may be any. */
export async function expectPath(page: Page, path: string) {
  await expect(page).toHaveURL((url) => url.pathname === path)
}

export const paramsOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** Waits until the query of the address has exactly these parameters. */
export async function expectParams(page: Page, params: Record<string, string>) {
  await expect.poll(() => paramsOf(page)).toEqual(params)
}

/** A promise that the test resolves, to hold a response back. */
export function deferred() {
  let resolvePromise: () => void = () => undefined
  const promise = new Promise<undefined>((resolve) => {
    resolvePromise = () => resolve(undefined)
  })
  return { promise, resolve: () => resolvePromise() }
}

/** The strings in the language of the page. */
export async function stringsOf(page: Page) {
  return (await page.evaluate(() => document.documentElement.lang)) === 'en' ? en : dv
}

/** Signs in through the form, from any page. */
export async function signIn(page: Page, email: string, password: string, { remember = false } = {}) {
  if (!page.url().includes('/login')) await page.goto('/login')
  const { login } = await stringsOf(page)
  // The page before can have a form too, and stays until the code of the log-in is loaded.
  await expect(page.getByLabel(login.password, { exact: true })).toBeVisible()
  const field = page.getByLabel(login.email)
  if (await field.isVisible()) await field.fill(email)
  if (remember) await page.getByLabel(login.remember).check()
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL((url) => url.pathname === '/login')
}

/** The texts of the ranges that a custom highlight marks. */
export const highlightedTexts = (page: Page, name: string) =>
  page.evaluate(
    (one) =>
      [...(CSS.highlights.get(one) ?? [])].map((found) => {
        const range = document.createRange()
        range.setStart(found.startContainer, found.startOffset)
        range.setEnd(found.endContainer, found.endOffset)
        return range.toString()
      }),
    name,
  )

/** Paints on paper as `page.pdf` does, and leaves it again: the events of a print, and the styles of print media. */
export async function onPaper<Result>(page: Page, read: () => Promise<Result>): Promise<Result> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const result = await read()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  return result
}
