import { expect, staff, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { screens } from './allResources.ts'
import { cardsOf, openMenu } from './listActions.ts'
import { nightly } from './nightly.ts'
import {
  changeInForm,
  closeForm,
  createRecord,
  deleteRecord,
  openScreen,
  searchRecord,
  tryRefused,
  viewRecord,
} from './screenActions.ts'

/** The whole use of the screen of each resource on a phone: each row is a card, which is changed in its form. */

const { list } = dv
const width = 390

/** The actions of a card besides those of every resource. */
const ownActions: Record<string, readonly string[]> = {
  users: [list.reset.act],
  caseFiles: [list.read],
  analysis: [list.read, list.analysis.analyze, list.analysis.download, list.analysis.cancel],
}

/** Cases are named by their numbers, each of them isolated; other records by their first text. */
const numbersOf: Record<string, readonly string[]> = {
  analysis: ['1313/Cv-C/2024'],
  caseFiles: ['1313/Cv-C/2023', '1314/Cv-C/2023'],
}

for (const sample of screens) {
  const { name } = sample.resource
  test(
    `a card of ${name} is created, found, changed, viewed, refused and deleted on a phone`,
    nightly,
    async ({ openPage }) => {
      const page = await openPage({ user: staff, width, height: 800 })
      const cards = cardsOf(page)
      const records = { page, rows: cards }

      await test.step('a record is created in its form', async () => {
        await openScreen(page, sample)
        await createRecord(page, sample)
      })

      await test.step('the quick search finds the card', () => searchRecord(records, sample))

      await test.step('the menu of the card offers its actions', async () => {
        expect(await openMenu(page, 0, cards)).toEqual([list.view, list.edit, ...(ownActions[name] ?? []), list.remove])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('menu')).toHaveCount(0)
      })

      await test.step('the record is changed in its form, and the card has its new name', async () => {
        const { field, typed } = sample.cell
        await changeInForm(records, sample, { [field]: typed, ...sample.changed })
        const heading = cards.getByRole('heading')
        const numbers = numbersOf[name]
        await expect(heading).toHaveText([numbers?.join(' ') ?? sample.read[0] ?? ''])
        if (numbers) await expect(heading.locator('bdi')).toHaveText([...numbers])
      })

      await test.step('the record is viewed, and the page does not overflow', async () => {
        await viewRecord(records, sample)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await closeForm(page)
      })

      await test.step('an invalid record is refused at its field', () => tryRefused(page, sample))

      await test.step('the record is deleted after a confirmation', () => deleteRecord(records))
    },
  )
}
