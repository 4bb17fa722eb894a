import { caseStatuses } from '#shared/resources/caseStatuses.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { expect, staff, test } from './fixtures.ts'
import { pathOf } from './listActions.ts'
import { nightlyUnless } from './nightly.ts'
import { axe } from './pageActions.ts'

for (const [language, words, labels] of [
  ['dv', dv, { name: 'ނަން', color: 'ކުލަ', icon: 'އައިކޮން', green: 'ފެހި', red: 'ރަތް', gavel: 'މަރުތެޔޮ' }],
  ['en', en, { name: 'Name', color: 'Colour', icon: 'Icon', green: 'Green', red: 'Red', gavel: 'Gavel' }],
] as const)
  test(
    `the color and the icon of a case status are picked from palettes with the keyboard (${language})`,
    nightlyUnless(language === 'dv'),
    async ({ openPage }) => {
      const page = await openPage({ user: staff, language, path: pathOf('caseStatuses') })
      // The library of the other tests stays as it is.
      await page.route('**/api/caseStatuses/create', (route) => route.abort())
      await page.getByRole('button', { name: words.list.create(caseStatuses.label.one[language]), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: labels.name }).fill('ޙާލަތު')
      const colors = dialog.getByRole('radiogroup', { name: labels.color })
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await expect(colors.getByRole('radio', { name: labels.green, exact: true })).toBeChecked()
      await page.keyboard.press('ArrowDown')
      await expect(colors.getByRole('radio', { name: labels.red, exact: true })).toBeChecked()
      await dialog.getByRole('radiogroup', { name: labels.icon }).getByTitle(labels.gavel).click()
      expect(await axe(page)).toEqual([])

      const saved = page.waitForRequest('**/api/caseStatuses/create')
      await dialog.getByRole('button', { name: words.form.save, exact: true }).click()
      expect((await saved).postDataJSON()).toMatchObject({ color: 'bad', icon: 'gavel' })
    },
  )
