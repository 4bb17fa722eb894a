import type { Language } from '#shared/messages.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { resources } from '#shared/resources/index.ts'
import { dynamicPages } from '#shared/resources/dynamicPages.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import { expect, type Page, staff, subscriber, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { openText, text } from './legalEditorActions.ts'
import { cardsOf, choose, expectLoaded, openMenu, pathOf, rowsOf } from './listActions.ts'
import { isNightly } from '#test/isNightly.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { caseNumber, common } from './searchActions.ts'
import { paintedOrder, selectedText, unisolatedNumbers } from './unisolatedNumbers.ts'

/**
 * Case numbers, dates and amounts keep their order inside Dhivehi: every screen draws them isolated, in one piece, and
 * without marks that a copy would contain.
 */

const dictionaries = { dv, en }
const languages: readonly Language[] = ['dv', 'en']

async function expectIsolated(page: Page, where: string) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await unisolatedNumbers(page), where).toEqual([])
}

for (const language of languages) {
  for (const resource of resources)
    test(
      `the list and the dialogs of ${resource.name} isolate every number (${language})`,
      nightly,
      async ({ openPage, server }) => {
        const number = `${language === 'dv' ? 43 : 44}/AN/2024`
        if (resource === analysis) await buildAnalysis(server, number)
        try {
          await checkResource(
            await openPage({ user: staff, language, path: pathOf(resource.name) }),
            resource,
            language,
          )
        } finally {
          if (resource === analysis) await deleteAnalyses(server, [number])
        }
      },
    )

  test(
    `the search, its results and its dialogs isolate every number (${language})`,
    nightlyUnless(language === 'dv'),
    async ({ openPage }) => {
      const { search, finding, viewer } = dictionaries[language]
      const page = await openPage({ user: subscriber, language })
      const queries = [
        ['results', `q=${encodeURIComponent(common)}`],
        ['a number without a case', `q=${encodeURIComponent('2013/HC-A/80000')}`],
        ['chosen filters', `q=${encodeURIComponent(common)}&from=2015-01-02&number=2013`],
        ['phrases', `type=Phrase&q=${encodeURIComponent('ޤާނޫނު')}`],
      ] as const
      const moreQueries = [
        ['a case by its number', `q=${encodeURIComponent(caseNumber)}`],
        ['a mixed query', `q=${encodeURIComponent(`ޤަޟިއްޔާ ${caseNumber} ކުލި`)}`],
        ['a range', `q=${encodeURIComponent(common)}&from=2011-01-02&to=2022-03-04`],
      ] as const
      for (const [where, query] of isNightly ? [...queries, ...moreQueries] : queries) {
        await page.goto(`/home?${query}`)
        await expect(page.getByRole('main').locator('h2, article, section[aria-label]').first()).toBeVisible()
        await expectIsolated(page, where)
      }

      await page.goto(`/home?q=${encodeURIComponent(caseNumber)}`)
      await page.getByRole('button', { name: search.filter }).click()
      await expect(page.getByRole('dialog', { name: search.advanced.title })).toBeVisible()
      await expectIsolated(page, 'the filters')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: finding.help }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectIsolated(page, 'the help')
      await page.keyboard.press('Escape')

      await page.getByRole('article').first().getByRole('link').first().click()
      await expect(page.getByRole('tab', { name: viewer.details })).toBeVisible()
      await expectIsolated(page, 'the details of a case')
      await page.getByRole('tab', { name: viewer.text }).click()
      await expect(page.locator('[data-judgment]')).toBeVisible()
      await expectIsolated(page, 'the text of a case')
    },
  )

  test(
    `the pages of an account and the public pages isolate every number (${language})`,
    nightly,
    async ({ openPage }) => {
      const page = await openPage({ user: staff, language })
      for (const path of ['/account', '/notifications', '/searches', '/dp/faq', '/terms', '/404']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectIsolated(page, path)
      }
      const guest = await openPage({ language })
      for (const path of ['/login', '/register', '/forgot-password']) {
        await guest.goto(path)
        await expect(guest.locator('form')).toBeVisible()
        await expectIsolated(guest, path)
      }
    },
  )

  test(`the cards of cases on a phone isolate every number (${language})`, nightly, async ({ openPage }) => {
    const page = await openPage({ user: staff, language, width: 390, path: pathOf('caseFiles') })
    await expect(cardsOf(page).first()).toBeVisible()
    await expectIsolated(page, 'the cards')
    await choose(page, 0, dictionaries[language].list.remove, cardsOf(page))
    await expectIsolated(page, 'the deletion')
  })
}

async function checkResource(page: Page, resource: Resource, language: Language) {
  const { list, form } = dictionaries[language]
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  await expectLoaded(page)
  await expect(rowsOf(page).first()).toBeVisible()
  await expectIsolated(page, 'the list')
  await openMenu(page, 0)
  await expectIsolated(page, 'the menu')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: list.create(resource.label.one[language]), exact: true }).click()
  await checkForm(page, 'the create form')
  await close()
  await choose(page, 0, list.edit)
  await checkForm(page, 'the edit form')
  await dialog(page).getByRole('button', { name: form.history.open }).click()
  await expect(dialog(page).getByRole('heading', { name: form.history.title })).toBeVisible()
  await expectIsolated(page, 'the history')
  await close()
  await choose(page, 0, list.view)
  await expect(dialog(page).locator('dl').first()).toBeVisible()
  await expectIsolated(page, 'the record')
  await close()
  await choose(page, 0, list.remove)
  await expect(dialog(page).getByRole('button', { name: list.remove })).toBeVisible()
  await expectIsolated(page, 'the deletion')
  await close()
}

async function checkForm(page: Page, where: string) {
  await expect(dialog(page).locator('[data-field]').first()).toBeVisible()
  await expectIsolated(page, where)
  for (const tab of (await dialog(page).getByRole('tab').all()).slice(1)) {
    await tab.click()
    await expectIsolated(page, where)
  }
}

test('the browser paints the number of a case in its order in the question before a deletion', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: pathOf('caseFiles') })
  await expectLoaded(page)
  const number = await rowsOf(page).first().locator('[data-column="case_numbers_text"] bdi').first().innerText()
  await choose(page, 0, dv.list.remove)
  const question = dialog(page).locator('bdi').first()
  await expect(question).toContainText(number)
  expect(await paintedOrder(page, '[role="dialog"]', number)).toContain(number)
  expect(await page.evaluate(selectedText, '[role="dialog"]'), 'a copy').toContain(`«${number}`)
})

test(
  'the browser paints case numbers in their order as choices and as chosen cases of a phrase',
  nightly,
  async ({ openPage }) => {
    const page = await openPage({ user: staff, path: pathOf('phrases') })
    await expectLoaded(page)
    await choose(page, 0, dv.list.edit)
    const field = dialog(page).locator('[data-field="used_cases"]')
    await field.getByRole('combobox').click()
    const number = await field.getByRole('option').nth(1).innerText()
    expect(await paintedOrder(page, '[data-field="used_cases"] [role="option"]:nth-of-type(2)', number)).toBe(number)
    await field.getByRole('option').nth(1).click()
    await page.keyboard.press('Tab')
    const pill = field.locator('.mantine-Pill-root').last()
    await expect(pill).toContainText(number)
    expect(await unisolatedNumbers(page)).toEqual([])
  },
)

test(
  'the browser paints who changed a record and when in their order in an English form',
  nightly,
  async ({ openPage, colleague, server }) => {
    const name = `isolated ${crypto.randomUUID()}`
    const { id, version } = await colleague.save('subscriptionConfigs/create', { name, amount: 1500, days: 30 })
    const page = await openPage({
      user: staff,
      language: 'en',
      path: `${pathOf('subscriptionConfigs')}?${new URLSearchParams({ search: name }).toString()}`,
    })
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowsOf(page).first()).toContainText('1500.00')
    await choose(page, 0, en.list.edit)
    await expect(dialog(page).locator('[data-field="amount"] input')).toHaveValue('1500.00')
    await expect(page.locator('html')).toHaveAttribute('data-live', 'connected')
    await colleague.save('subscriptionConfigs/update', { id, version, amount: 22 })
    const notice = dialog(page).getByText(en.form.expired)
    await expect(notice).toBeVisible()
    expect(await unisolatedNumbers(page)).toEqual([])
    const line = dialog(page).getByRole('alert').getByRole('listitem').first()
    const written = /\d{1,2} \p{L}+ \d{4}, \d\d:\d\d/u
    await expect(line).toContainText(written)
    const time = written.exec(await line.innerText())?.[0] ?? 'no date'
    expect(await paintedOrder(page, '[role="dialog"] [role="alert"] li', `${time} `)).toContain(time)
    await server.query(`delete from subscription_configs where id = $1`, [id])
  },
)

test(
  'numbers in the title, the keywords, the parties and the filters of a case keep their order',
  nightly,
  async ({ openPage, colleague, server }) => {
    const [title, keywords, claimant] = ['މައްސަލަ 12-05-2020', 'ކުލި 13-05-2020 ދަރަނި', 'ކުންފުނި 14-05-2020']
    const { id } = await colleague.save('caseFiles/create', {
      court: 1,
      title,
      keywords,
      claimant,
      case_types: [1],
      case_numbers: [{ number: '4321/Cv-C/2020' }],
      published: true,
    })
    const [row] = await server.query('select reference from case_files where id = $1', [id])
    const page = await openPage({ user: subscriber, path: `/case?ref=${String(row?.['reference'])}` })
    await expect(page.getByRole('tabpanel').getByText(claimant)).toBeVisible()
    await expectIsolated(page, 'the details')

    await server.query('delete from case_numbers where case_file_id = $1', [id])
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    await expectIsolated(page, 'the title')

    await page.goto(`/home?q=${encodeURIComponent(common)}&claimant=${encodeURIComponent(claimant)}`)
    await expect(page.getByRole('main').getByText(claimant).first()).toBeVisible()
    await expectIsolated(page, 'the filters')
    await server.query('update case_files set deleted_at = now() where id = $1', [id])
  },
)

const written = 'ނަންބަރު 2013/HC-A/80 ޤަޟިއްޔާ، ތާރީޚަކީ 12-05-2020 އަދި އަދަދަކީ 1,500.00 އެވެ'

test('numbers keep their order while they are edited in a judgment and in rich text', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, {
    content: [{ insert: written }, { insert: '\n', attributes: { paragraph: 1 } }],
    footnotes: [],
    annotations: [],
  })
  await expect(text(page).locator('bdi')).toHaveCount(3)
  expect(await unisolatedNumbers(page)).toEqual([])
  expect(await paintedOrder(page, '[data-legal-editor] [contenteditable] p bdi', '2013/HC-A/80')).toBe('2013/HC-A/80')

  await page.goto(pathOf('dynamicPages'))
  await page.getByRole('button', { name: dv.list.create(dynamicPages.label.one.dv), exact: true }).click()
  const rich = dialog(page).locator('[contenteditable]').first()
  await rich.click()
  await page.keyboard.insertText(written)
  await expect(rich.locator('bdi')).toHaveCount(3)
  expect(await unisolatedNumbers(page)).toEqual([])
  await page.keyboard.press('Home')
  await page.keyboard.insertText('1')
  await expect(rich).toHaveText(`1${written}`)
})
