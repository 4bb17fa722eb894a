import type { Delta, Op } from '#shared/delta/delta.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { png } from '#test/pictures.ts'
import { expect, type Page, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { expand, lines, margin, nextFrame, openText, selectLine, text, toolOf, uses } from './legalEditorActions.ts'
import { nightly } from './nightly.ts'

/** The tools of tables, and those that open a dialog, a row or a panel, by mouse and by keyboard, in each direction. */

const t = legalEditorStrings.dv
const kinds = Object.keys(lines) as (keyof typeof lines)[]
const means = ['mouse', 'keyboard'] as const
const runs = kinds.flatMap((kind) => means.map((by) => ({ kind, by })))

const delta = (content: Op[]): Delta => ({ content, footnotes: [], annotations: [] })
const cellsOf = (words: readonly string[]): Op[] =>
  words.flatMap((word, index) => [
    { insert: word },
    { insert: '\n', attributes: { table: index < words.length / 2 ? 'one' : 'two' } },
  ])

/** The rows of the table as the browser draws them; a header begins with `#`, a merged cell with the columns that it spans. */
const rowsOf = (page: Page) =>
  text(page)
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll<HTMLTableCellElement>('th, td')].map((cell) => {
          const { tagName, colSpan } = cell
          return `${tagName === 'TH' ? '#' : ''}${colSpan > 1 ? `${colSpan}:` : ''}${cell.innerText.trim()}`
        }),
      ),
    )

/** Selects the first two cells by a drag, or from the first one by the keys that extend a selection. */
const selectCells = {
  mouse: async (page: Page) => {
    const cells = text(page).locator('td')
    const [from, to] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]
    if (!from || !to) throw new Error('The table is not drawn.')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
    await page.mouse.up()
  },
  keyboard: async (page: Page) => {
    await text(page).locator('td').first().click()
    await page.keyboard.press('End')
    await nextFrame(page)
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
  },
}

for (const { kind, by } of runs)
  test(
    `each tool of tables changes a table of ${kind} text by ${by}, and is undone`,
    nightly,
    async ({ openPage, colleague }) => {
      const words = ['a', 'b', 'c', 'd'].map((letter) => `${lines[kind]} ${letter}`)
      const [a = '', b = '', c = '', d = ''] = words
      const table = [
        [a, b],
        [c, d],
      ]
      const changed: Partial<Record<keyof typeof t.table, string[][]>> = {
        rowBefore: [['', ''], ...table],
        rowAfter: [
          [a, b],
          ['', ''],
          [c, d],
        ],
        removeRow: [[c, d]],
        columnBefore: [
          ['', a, b],
          ['', c, d],
        ],
        columnAfter: [
          [a, '', b],
          [c, '', d],
        ],
        removeColumn: [[b], [d]],
        header: [
          [`#${a}`, b],
          [c, d],
        ],
        remove: [],
      }
      const { page } = await openText(openPage, colleague, delta([...cellsOf(words), { insert: '\n' }]))
      await expand(page)
      await expect.poll(() => rowsOf(page)).toEqual(table)
      const use = (name: keyof typeof t.table) =>
        uses[by](page, { tool: 'table', item: (strings) => strings.table[name] })
      for (const [name, rows] of Object.entries(changed) as [keyof typeof t.table, string[][]][]) {
        await text(page).locator('td').first().click()
        await nextFrame(page)
        await use(name)
        await expect(text(page), name).toBeFocused()
        await expect.poll(() => rowsOf(page), { message: name }).toEqual(rows)
        await uses[by](page, { tool: 'undo' })
        await expect.poll(() => rowsOf(page), { message: `${name}, undone` }).toEqual(table)
      }

      // A drag that begins before the table is drawn again selects nothing.
      await expect(async () => {
        await selectCells[by](page)
        await expect(text(page).locator('td.selectedCell')).toHaveCount(2, { timeout: 2000 })
      }).toPass()
      await use('merge')
      await expect.poll(async () => (await rowsOf(page)).map((row) => row.length)).toEqual([1, 2])
      await expect(text(page).locator('td[colspan="2"]')).toContainText(b)
      await use('split')
      await expect.poll(async () => (await rowsOf(page)).map((row) => row.length)).toEqual([2, 2])

      // After the table, where a table can be inserted.
      await text(page).locator(':scope > *').last().click()
      await nextFrame(page)
      await use('insert')
      await expect(text(page).locator('table')).toHaveCount(2)
      await expect(text(page).locator('table').last().locator('tr')).toHaveCount(3)
      await expect(text(page).locator('table').last().locator('td')).toHaveCount(9)
    },
  )

for (const { kind, by } of runs)
  test(
    `the tools of notes, links, pictures, the search and the window open and close by ${by} in ${kind} text`,
    nightly,
    async ({ openPage, colleague }) => {
      const written = lines[kind]
      const { page } = await openText(openPage, colleague, delta([{ insert: written }, { insert: '\n' }]))
      await expand(page)
      const use = (tool: string) => uses[by](page, { tool })
      const line = text(page).locator(':scope > *').first()

      await selectLine(page, 0)
      await use('annotation')
      const annotation = page.getByRole('dialog', { name: t.annotation.add })
      await expect(annotation.getByText(written)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(annotation).toBeHidden()
      await expect(text(page)).toBeFocused()

      await selectLine(page, 0)
      await use('link')
      await expect(dialog(page).getByLabel(editorStrings.dv.address)).toBeFocused()
      await page.keyboard.type('mvlaw.gov.mv')
      await page.keyboard.press('Enter')
      await expect(line.locator('a')).toHaveText(written)
      await expect(line.locator('a')).toHaveAttribute('href', /mvlaw\.gov\.mv/)
      await use('link')
      await dialog(page).getByRole('button', { name: editorStrings.dv.remove, exact: true }).press('Enter')
      await expect(line.locator('a')).toHaveCount(0)
      await expect(text(page)).toBeFocused()

      await page.keyboard.press('End')
      await nextFrame(page)
      await use('footnote')
      await expect(margin(page).getByRole('textbox')).toBeFocused()
      await page.keyboard.type('a')
      await page.keyboard.press('Escape')
      await expect(text(page)).toBeFocused()
      await expect(line.locator('[data-footnote]')).toHaveCount(1)
      await use('undo')
      await use('undo')
      await expect(line.locator('[data-footnote]')).toHaveCount(0)

      const chooser = page.waitForEvent('filechooser')
      await use('picture')
      await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png(2, 2)) })
      await expect(text(page).locator('img[data-file]')).toHaveCount(1)
      await expect(dialog(page).getByLabel(editorStrings.dv.alt)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(text(page)).toBeFocused()

      await use('find')
      await expect(dialog(page).getByRole('textbox', { name: editorAidStrings.dv.find.label })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(text(page)).toBeFocused()

      await use('fullScreen')
      await expect(dialog(page).getByRole('button', { name: t.names.leaveFullScreen })).toBeVisible()
      await text(page).press('Escape')
      await expect(dialog(page).getByRole('button', { name: t.names.fullScreen, exact: true })).toBeVisible()
      await expect(dialog(page)).toBeVisible()

      await page.setViewportSize({ width: 800, height: 900 })
      await expect(toolOf(page, 'outline')).toBeVisible()
      await text(page).focus()
      await use('outline')
      await expect(toolOf(page, 'outline')).toHaveAttribute('aria-expanded', 'true')
      await text(page).press('Escape')
      await expect(toolOf(page, 'outline')).toHaveAttribute('aria-expanded', 'false')
      await expect(dialog(page)).toContainText(dv.form.save)
    },
  )
