import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { fillLibrary } from '../../db/seed/library.ts'
import { axe, newPage, signIn, startBrowser } from './browser.ts'
import { type E2eHouse, openE2eHouse } from './house.ts'

/** A house in which more than one match is too much to be divided before the page comes, as in a library of millions. */

const { search: words, finding } = dv
const common = 'ކޯޓުގެ ޙުކުމް'

let browser: Browser
let house: E2eHouse

beforeAll(async () => {
  ;[browser, house] = await Promise.all([startBrowser(), openE2eHouse({ SEARCH_FACETS_AT_ONCE: '1' })])
  await fillLibrary(house.databaseUrl, { log: () => undefined })
})
afterAll(async () => {
  await browser.close()
  await house.close()
})

const beside = (page: Page) => page.getByRole('region', { name: finding.facets.title })
const cards = (page: Page) => page.getByRole('article')

async function openHome(look: Parameters<typeof newPage>[1] = {}) {
  const page = await newPage(browser, look)
  await page.goto(`${house.address}/login`)
  await signIn(page, 'subscriber@hukum.test', 'hukum-demo-2026')
  // A library that was filled a moment ago is still being read.
  await expect.poll(() => foundOf(page), { timeout: 180_000, interval: 1000 }).toBeGreaterThan(12)
  // Facets that are still asked for would be taken for what a test asks.
  const opener = page.getByRole('button', { name: finding.facets.title })
  if (look.width === 390) await expect.poll(() => opener.isEnabled()).toBe(true)
  else await expect.poll(() => beside(page).getAttribute('aria-busy')).toBe('false')
  return page
}

async function foundOf(page: Page) {
  await page.goto(`${house.address}/home?q=${encodeURIComponent(common)}`)
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: /\d/ }).first()
  const text = await heading.textContent({ timeout: 15_000 }).catch(() => '0')
  return Number(/\d[\d,]*/.exec(text ?? '')?.[0]?.replaceAll(',', ''))
}

/** Holds every search after the first until it is let go. */
async function holdFacets(page: Page) {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((settle) => (letGo = settle))
  let asked = 0
  await page.route('**/api/g/*earch', async (route) => {
    asked += 1
    if (asked > 1) await held
    await route.continue()
  })
  return letGo
}

test('the page is there before its facets, and does not move when they come', async () => {
  const page = await openHome()
  const letGo = await holdFacets(page)
  await page.reload()
  await cards(page).first().waitFor()
  await expect.poll(() => beside(page).getAttribute('aria-busy')).toBe('true')
  expect(await beside(page).getByRole('checkbox').count()).toBe(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const before = await cards(page).first().boundingBox()

  letGo()
  await beside(page).getByRole('group', { name: words.fields.courts }).waitFor()
  await expect.poll(() => beside(page).getAttribute('aria-busy')).toBe('false')
  expect(await cards(page).first().boundingBox()).toEqual(before)
  expect(await axe(page)).toEqual([])
})

test('a facet is ticked, and leaves what it said', async () => {
  const page = await openHome()
  const court = beside(page).getByRole('group', { name: words.fields.courts })
  const first = court.getByRole('listitem').first()
  await first.waitFor()
  const said = Number(/\d[\d,]*/.exec((await first.innerText()).split('\n').at(-1) ?? '')?.[0])
  await first.getByRole('checkbox').click()
  await page.getByRole('list', { name: words.chosen }).waitFor()
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: /\d/ }).first()
  await expect.poll(async () => Number(/\d[\d,]*/.exec((await heading.textContent()) ?? '')?.[0])).toBe(said)
  await expect.poll(() => court.getByRole('checkbox').first().isChecked()).toBe(true)
})

test('on a narrow screen the button waits for the facets', async () => {
  const page = await openHome({ width: 390, height: 844 })
  const letGo = await holdFacets(page)
  await page.reload()
  const opener = page.getByRole('button', { name: finding.facets.title })
  await opener.waitFor()
  expect(await opener.isDisabled()).toBe(true)
  letGo()
  await expect.poll(() => opener.isEnabled()).toBe(true)
  await opener.click()
  await page.getByRole('dialog').getByRole('group', { name: words.fields.courts }).waitFor()
})
