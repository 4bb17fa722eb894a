import { expect, type OpenPage, type Page, subscriber, test } from './fixtures.ts'
import type { Field } from '#shared/resource/field.ts'
import { dynamicPages } from '#shared/resources/dynamicPages.ts'
import { judges } from '#shared/resources/judges.ts'
import { permissions } from '#shared/resources/permissions.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { users } from '#shared/resources/users.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { toggleUser } from '#web/platform/typing/typingPreference.ts'
import { demoPassword } from './apiUser.ts'
import { dialog } from './formActions.ts'
import { openList, quickSearch } from './listActions.ts'
import { nightly } from './nightly.ts'
import { expectFocusIn, signIn } from './pageActions.ts'

/** Typing Thaana with a Latin keyboard. */

const { typing } = dv.finding
const { search } = dv

const box = (page: Page) => page.getByRole('search').getByLabel(search.query, { exact: true })
const toggle = (page: Page) => page.getByRole('search').getByRole('button', { name: typing.toggle })

/** The search page of a subscriber with Thaana typing switched on. */
async function openTyping(openPage: OpenPage, { isolated = false } = {}) {
  const page = await openPage({ user: subscriber, path: '/home', isolated })
  await toggle(page).click()
  await box(page).focus()
  return page
}

test('a Latin keyboard types Thaana only while that is switched on', async ({ page: guest, openPage }) => {
  const page = await openPage({ user: subscriber, path: '/home' })
  await box(page).focus()
  await page.keyboard.type('hukum ')
  await toggle(page).click()
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Hukumq ')
  await page.keyboard.press('Control+`')
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.type('(hukum)')
  await expect(box(page)).toHaveValue('hukum ޙުކުމް (hukum)')
  await page.keyboard.press('Control+`')

  await test.step('names of parties are typed in Thaana, a case number and a date are not', async () => {
    await page.getByRole('button', { name: search.filter }).click()
    const filters = page.getByRole('dialog', { name: search.advanced.title })
    await filters.getByLabel(search.query, { exact: true }).fill('')
    for (const [label, text] of [
      [search.query, 'ޝަ1'],
      [search.fields.claimant, 'ޝަ1'],
      [search.fields.respondant, 'ޝަ1'],
      [search.fields.number, 'Ca1'],
      [search.fields.from, 'Ca1'],
    ] as const) {
      await filters.getByLabel(label, { exact: true }).focus()
      await page.keyboard.type('Ca1')
      await expect(filters.getByLabel(label, { exact: true }), label).toHaveValue(text)
    }
  })

  await test.step('an e-mail address and a password are never typed in Thaana', async () => {
    await guest.evaluate((setting) => localStorage.setItem('thaanaTyping', setting), toggleUser('', undefined))
    await guest.goto('/login')
    for (const label of [dv.login.email, dv.login.password]) {
      await guest.getByLabel(label, { exact: true }).focus()
      await guest.keyboard.type('hukum')
      await expect(guest.getByLabel(label, { exact: true })).toHaveValue('hukum')
    }
  })
})

test('the keyboard button in a field touches neither its border nor its text', nightly, async ({ openPage }) => {
  const page = await openPage({ user: subscriber, path: '/home' })
  await page.getByRole('button', { name: search.filter }).click()
  const filters = page.getByRole('dialog', { name: search.advanced.title })
  const space = await filters.getByLabel(search.query, { exact: true }).evaluate((input) => {
    const field = input.getBoundingClientRect()
    const button = input.parentElement?.querySelector('button')?.getBoundingClientRect() ?? field
    const text = field.left + parseFloat(getComputedStyle(input).paddingLeft)
    return { above: button.top - field.top, outside: button.left - field.left, inside: text - button.right }
  })
  expect(Math.min(...Object.values(space)), JSON.stringify(space)).toBeGreaterThanOrEqual(3)
})

test('Thaana typing works at the caret, with undo, with pasted text, and with composed words', async ({ openPage }) => {
  const page = await openTyping(openPage, { isolated: true })

  await test.step('letters are inserted at the caret and replace the selection', async () => {
    await page.keyboard.type('kOTuge')
    await page.keyboard.press('Home')
    await page.keyboard.type('me')
    await expect(box(page)).toHaveValue('މެކޯޓުގެ')
    expect(await box(page).evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(2)
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.type('tu')
    await expect(box(page)).toHaveValue('މެތުގެ')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('[1] (h)?')
    await expect(box(page)).toHaveValue(']1[ )ހ(؟')
  })

  await test.step('Ctrl+Z restores the Latin letter, and Backspace deletes one letter', async () => {
    await page.reload()
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
    await box(page).focus()
    await page.keyboard.type('hu')
    await page.keyboard.press('Control+z')
    await expect(box(page)).toHaveValue('ހu')
    await page.keyboard.type('k')
    await expect(box(page)).toHaveValue('ހuކ')
    await page.keyboard.press('Backspace')
    await expect(box(page)).toHaveValue('ހu')
    await page.keyboard.type('bi')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+z')
    await expect(box(page)).not.toHaveValue(/i/)
  })

  await test.step('pasted text, case numbers and amounts stay as they are', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => navigator.clipboard.writeText('court '))
    await box(page).fill('')
    await page.keyboard.press('Control+v')
    await page.keyboard.type('2013/HC-A/80 1,000 hukum')
    await expect(box(page)).toHaveValue('court 2013/HC-A/80 1,000 ހުކުމ')
  })

  await test.step('a word that the keyboard of a phone composes is transliterated when it is complete', async () => {
    await box(page).fill('')
    const session = await page.context().newCDPSession(page)
    for (const text of ['h', 'hu', 'huk', 'huku', 'hukum'])
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await expect(box(page)).toHaveValue('hukum')
    await session.send('Input.insertText', { text: 'hukum' })
    await expect(box(page)).toHaveValue('ހުކުމ')
    await session.send('Input.imeSetComposition', { text: '法', selectionStart: 1, selectionEnd: 1 })
    await session.send('Input.insertText', { text: '法' })
    await expect(box(page)).toHaveValue('ހުކުމ法')
  })
})

test('Thaana typing is remembered for each user, also after a reload', nightly, async ({ openPage }) => {
  const page = await openTyping(openPage)
  await page.reload()
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
  await page.evaluate(() => {
    localStorage.removeItem('authToken')
    localStorage.removeItem('authUser')
  })
  await page.goto('/login')
  await signIn(page, 'reader@hukum.test', demoPassword)
  await page.goto('/home')
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
})

const field = (page: Page, name: string) => dialog(page).locator(`[data-field="${name}"]`)

test(
  'in the back office the Dhivehi fields of lists, forms and rich text are typed in Thaana',
  nightly,
  async ({ openPage }) => {
    const page = await openList(openPage, 'phrases')
    await page.getByRole('search').getByRole('button', { name: typing.toggle }).click()
    await quickSearch(page).focus()
    await page.keyboard.type('hukum')
    await expect(quickSearch(page)).toHaveValue('ހުކުމ')
    await quickSearch(page).fill('')
    await page.getByRole('button', { name: dv.list.columnFilters }).click()
    for (const [column, text] of [
      ['dhivehi_phrase', 'ހުކުމ'],
      ['english_phrase', 'hukum'],
      ['arabic_phrase', 'hukum'],
    ] as const) {
      const filter = page.getByRole('searchbox', { name: dv.list.filterIn(phrases.fields[column].label.dv) })
      await filter.focus()
      await page.keyboard.type('hukum')
      await expect(filter, column).toHaveValue(text)
    }
    await page.getByRole('button', { name: dv.list.columnFilters }).click()

    await page.getByRole('button', { name: dv.list.create(phrases.label.one.dv) }).click()
    await expect(dialog(page).getByRole('button', { name: typing.toggle })).toHaveAttribute('aria-pressed', 'true')
    // The form takes the focus once when it opens.
    await expectFocusIn(dialog(page))
    for (const [name, text] of [
      ['dhivehi_phrase', 'ޙުކ'],
      ['english_phrase', 'Huk'],
      ['arabic_phrase', 'Huk'],
      ['short_meaning', 'ޙުކ'],
    ] as const) {
      await field(page, name).getByRole('textbox').focus()
      await page.keyboard.type('Huk')
      await expect(field(page, name).getByRole('textbox'), name).toHaveValue(text)
    }

    await dialog(page).getByRole('tab', { name: phrases.sections.meaning.dv }).click()
    const text = field(page, 'meaning').getByRole('textbox')
    await text.click()
    await expectFocusIn(text)
    await page.keyboard.type('Hukum ge')
    await expect(text).toHaveText('ޙުކުމ ގެ')
    await page.keyboard.press('Control+z')
    await expect(text).toHaveText('ޙުކުމ ގe')
    await page.keyboard.press('Control+`')
    await page.keyboard.type(' Latin')
    await expect(text).toHaveText('ޙުކުމ ގe Latin')
  },
)

const dhivehiKinds = new Set<string>(['textarea', 'tags', 'richtext', 'select', 'multiselect'])

test('each input of a form is typed in Thaana exactly when its field is in Dhivehi', nightly, async ({ openPage }) => {
  for (const resource of [users, permissions, judges, dynamicPages]) {
    const page = await openList(openPage, resource.name)
    await page
      .getByRole('button', { name: dv.list.create(resource.label.one.dv) })
      .first()
      .click()
    await expect(dialog(page).locator('[data-field]').first()).toBeVisible()
    const inputs = await dialog(page)
      .locator(
        '[data-field] :is(input:not([type="checkbox"], [type="file"], [type="hidden"]), textarea, [contenteditable])',
      )
      .evaluateAll((all) =>
        all.map((one) => {
          const name = one.closest('[data-field]')?.getAttribute('data-field') ?? ''
          return [name, one.getAttribute('data-typing') === 'thaana'] as const
        }),
      )
    expect(inputs.length).toBeGreaterThan(0)
    for (const [name, isThaana] of inputs) {
      const one: Field | undefined = (resource.fields as Record<string, Field>)[name]
      const isDhivehi =
        one !== undefined && (dhivehiKinds.has(one.kind) || (one.kind === 'text' && !one.script && !one.input))
      expect([resource.name, name, isThaana]).toEqual([resource.name, name, isDhivehi])
    }
  }
})
