import type { Delta, Op } from '#shared/delta/delta.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { expect, type Page, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { nextFrame, openText, text } from './legalEditorActions.ts'
import { isNightly } from '#test/isNightly.ts'

/** Every tool of the editor of judgments, by mouse and by keyboard, in lines of each direction. */

const lines = {
  Dhivehi: 'ކޯޓުން ބެލި މައްސަލަ',
  mixed: 'ކޯޓުން The court 2013 ބެލި',
  English: 'The court of first instance',
}

type Attributes = Record<string, unknown>
type Case = {
  /** The tool, and the item of its menu. */
  tool: string
  item?: (t: (typeof legalEditorStrings)['dv']) => string
  /** The option of a list of choices. */
  option?: string
  /** What it adds to the selected text, or to its line. */
  text?: Attributes | ((written: string) => Attributes)
  line?: Attributes
}

const toggles: Case[] = [
  { tool: 'bold', text: { bold: true } },
  { tool: 'italic', text: { italic: true } },
  { tool: 'underline', text: { underline: true } },
  { tool: 'strike', text: { strike: true } },
  { tool: 'sub', text: { script: 'sub' } },
  { tool: 'sup', text: { script: 'super' } },
  { tool: 'english', text: { lang: 'en' } },
  { tool: 'arabic', text: { lang: 'ar' } },
  { tool: 'center', line: { align: 'center' } },
  { tool: 'end', line: { align: 'end' } },
  { tool: 'justify', line: { align: 'justify' } },
  { tool: 'quote', line: { blockquote: true } },
  { tool: 'number', line: { paragraph: 1 } },
  { tool: 'direction', line: { direction: 'ltr' } },
  { tool: 'caseNumber', text: (written) => ({ case_number: written }) },
]
const menus: Case[] = [
  { tool: 'list', item: ({ lists }) => lists.bullet, line: { list: 'bullet' } },
  { tool: 'list', item: ({ lists }) => lists.ordered, line: { list: 'ordered' } },
  { tool: 'list', item: ({ lists }) => lists.letters, line: { list: 'letters' } },
  { tool: 'color', item: ({ colors }) => colors.red, text: { color: 'red' } },
]
const selects: Case[] = [
  { tool: 'kind', option: '1', line: { header: 1 } },
  { tool: 'size', option: '20pt', text: { size: '20pt' } },
]
const all = [...toggles, ...menus, ...selects]
const short = all.filter(
  ({ tool, item, option }) =>
    ['bold', 'center', 'number'].includes(tool) || item === menus[0]?.item || option === '1' || option === '20pt',
)

const nameOf = ({ tool, item, option }: Case) =>
  [tool, item?.(legalEditorStrings.dv), option].filter((part) => part !== undefined).join(' ')

const delta = (written: string): Delta => ({
  content: [{ insert: written }, { insert: '\n' }],
  footnotes: [],
  annotations: [],
})

/** Uses a tool as a user does: by a click, or by the keys of the toolbar and of its menu. */
const uses = {
  mouse: async (page: Page, { tool, item: itemOf, option }: Case) => {
    const item = itemOf?.(legalEditorStrings.dv)
    if (option !== undefined) {
      await toolOf(page, tool).selectOption(option)
      await text(page).focus()
      return
    }
    await toolOf(page, tool).click()
    if (item !== undefined) await page.getByRole('menuitem', { name: item, exact: true }).click()
  },
  keyboard: async (page: Page, { tool, item: itemOf, option }: Case) => {
    const item = itemOf?.(legalEditorStrings.dv)
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('Home')
    const count = await dialog(page).locator('[data-legal-editor] [data-tool]').count()
    for (let step = 0; step < count; step += 1) {
      if (await toolOf(page, tool).evaluate((button) => button === document.activeElement)) break
      await page.keyboard.press('ArrowLeft')
    }
    await expect(toolOf(page, tool)).toBeFocused()
    if (option !== undefined) {
      await chooseByKeys(page, tool, option)
      return
    }
    await page.keyboard.press('Enter')
    if (item === undefined) return
    const chosen = page.getByRole('menuitem', { name: item, exact: true })
    await expect(chosen).toBeVisible()
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('ArrowDown')
      if (await chosen.evaluate((one) => one === document.activeElement)) break
    }
    await page.keyboard.press('Enter')
  },
}

/** The next choice, or the one whose name starts with what is typed. It keeps the focus; Escape returns to the text. */
async function chooseByKeys(page: Page, tool: string, option: string) {
  await page.keyboard.press(tool === 'kind' ? 'ArrowDown' : option.slice(0, 1))
  await expect(toolOf(page, tool)).toHaveValue(option)
  await page.keyboard.press('Escape')
}

const toolOf = (page: Page, tool: string) => dialog(page).locator(`[data-legal-editor] [data-tool="${tool}"]`)

/** Shows the tools of the second row. */
async function expand(page: Page) {
  const more = toolOf(page, 'more')
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
}

const runs = isNightly
  ? (Object.keys(lines) as (keyof typeof lines)[]).flatMap((kind) =>
      (['mouse', 'keyboard'] as const).map((by) => ({ kind, by, cases: all })),
    )
  : [{ kind: 'mixed' as const, by: 'keyboard' as const, cases: short }]

for (const { kind, by, cases } of runs)
  test(`each tool changes the selected ${kind} text by ${by}, shows that, and is undone and redone`, async ({
    openPage,
    colleague,
  }) => {
    test.slow()
    const written = lines[kind]
    const { page } = await openText(openPage, colleague, delta(written))
    await expand(page)
    await text(page).click()
    for (const one of cases) {
      const { tool, item, option, text: onText = {}, line = {} } = one
      const name = nameOf(one)
      await page.keyboard.press('ControlOrMeta+a')
      await nextFrame(page)
      await uses[by](page, one)
      await expect(text(page), name).toBeFocused()
      const changed: Op[] = [
        { insert: written, ...attributesOf(typeof onText === 'function' ? onText(written) : onText) },
        { insert: '\n', ...attributesOf(line) },
      ]
      await expect.poll(() => contentOf(page), { message: name }).toEqual(changed)
      if (item === undefined && option === undefined)
        await expect(toolOf(page, tool), name).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press('ControlOrMeta+z')
      await expect.poll(() => contentOf(page), { message: `${name}, undone` }).toEqual(delta(written).content)
      await page.keyboard.press('ControlOrMeta+y')
      await expect.poll(() => contentOf(page), { message: `${name}, redone` }).toEqual(changed)
      await page.keyboard.press('ControlOrMeta+z')
    }
  })

const attributesOf = (attributes: Attributes) => (Object.keys(attributes).length > 0 ? { attributes } : {})
/** The text as the browser draws it, as the operations of a Delta. */
const contentOf = (page: Page): Promise<Op[]> =>
  text(page).evaluate((element) => {
    type Json = { type: string; text?: string; attrs?: Record<string, unknown>; marks?: Json[]; content?: Json[] }
    const { editor } = element as unknown as { editor: { getJSON: () => Json } }
    const given = (attrs: Record<string, unknown> = {}) =>
      Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== null))
    const op = (insert: string, attributes: Record<string, unknown>) =>
      Object.keys(attributes).length > 0 ? { insert, attributes } : { insert }
    return (editor.getJSON().content ?? []).flatMap((line) => [
      ...(line.content ?? []).map((piece) =>
        op(
          piece.text ?? '',
          Object.fromEntries(
            (piece.marks ?? []).map(({ type, attrs }) => [type, attrs?.['value'] ?? attrs?.['number'] ?? true]),
          ),
        ),
      ),
      op('\n', given(line.attrs)),
    ]) as Op[]
  })

test('while a long text is typed, the lines far from the view are skipped, and drawn once it is scrolled, left or paused', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, { ...delta(''), content: [{ insert: 'ކޯޓު\n'.repeat(300) }] })
  /** Whether the browser skips no lines, only such as are out of view, or others too. */
  const skipped = () =>
    text(page).evaluate((element) => {
      const frame = element.closest('[data-legal-editor]')?.getBoundingClientRect() ?? new DOMRect()
      const lines = [...element.children].filter((line) => getComputedStyle(line).contentVisibility === 'hidden')
      const boxes = lines.map((line) => line.getBoundingClientRect())
      const isInView = boxes.some(({ top, bottom }) => bottom > frame.top && top < frame.bottom)
      return lines.length === 0 ? 'none' : isInView ? 'in view' : 'out of view'
    })
  const line = text(page).locator('p').nth(150)
  const typeIn = async () => {
    await line.click()
    await expect(async () => {
      await page.keyboard.press('KeyA')
      await page.keyboard.press('Enter')
      expect(await skipped()).toBe('out of view')
    }).toPass({ intervals: [100] })
  }
  await typeIn()
  await page.mouse.wheel(0, -4000)
  await expect(line).not.toBeInViewport()
  await nextFrame(page)
  expect(await skipped()).toBe('none')

  await typeIn()
  await page.keyboard.press('Alt+F10')
  expect(await skipped()).toBe('none')

  await typeIn()
  await expect.poll(skipped).toBe('none')
})
