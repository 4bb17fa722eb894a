import type { Delta, Op } from '#shared/delta/delta.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { expect, type Page, test } from './fixtures.ts'
import { nightly } from './nightly.ts'
import {
  expand,
  lines,
  nextFrame,
  openText,
  selectLine,
  text,
  toolOf,
  type ToolUse,
  uses,
} from './legalEditorActions.ts'
import { isNightly } from '#test/isNightly.ts'

/** Every tool of the editor of judgments, by mouse and by keyboard, in lines of each direction. */

type Attributes = Record<string, unknown>
/** What the text of a line, and the line itself, have. */
type Formats = { text?: Attributes; line?: Attributes }
type Case = ToolUse & {
  /** Formats of a line before the tool is used, none by default, and after. */
  from?: Formats
  to: Formats
}

const written_number = { text: { case_number: '' } }
const toggles: Case[] = [
  { tool: 'bold', to: { text: { bold: true } } },
  { tool: 'italic', to: { text: { italic: true } } },
  { tool: 'underline', to: { text: { underline: true } } },
  { tool: 'strike', to: { text: { strike: true } } },
  { tool: 'sub', to: { text: { script: 'sub' } } },
  { tool: 'sup', to: { text: { script: 'super' } } },
  { tool: 'english', to: { text: { lang: 'en' } } },
  { tool: 'arabic', to: { text: { lang: 'ar' } } },
  { tool: 'center', to: { line: { align: 'center' } } },
  { tool: 'end', to: { line: { align: 'end' } } },
  { tool: 'justify', to: { line: { align: 'justify' } } },
  { tool: 'quote', to: { line: { blockquote: true } } },
  { tool: 'number', to: { line: { paragraph: 1 } } },
  { tool: 'direction', to: { line: { direction: 'ltr' } } },
  { tool: 'caseNumber', to: written_number },
]
const removals: Case[] = [
  { tool: 'caseNumber', from: written_number, to: {} },
  { tool: 'start', from: { line: { align: 'center' } }, to: {} },
  {
    tool: 'clear',
    from: { text: { bold: true, color: 'red', size: '20pt' }, line: { align: 'end', list: 'bullet' } },
    to: {},
  },
]
const menus: Case[] = [
  { tool: 'list', item: ({ lists }) => lists.bullet, to: { line: { list: 'bullet' } } },
  { tool: 'list', item: ({ lists }) => lists.ordered, to: { line: { list: 'ordered' } } },
  { tool: 'list', item: ({ lists }) => lists.letters, to: { line: { list: 'letters' } } },
  {
    tool: 'list',
    item: ({ lists }) => lists.indent,
    from: { line: { list: 'bullet' } },
    to: { line: { list: 'bullet', indent: 1 } },
  },
  {
    tool: 'list',
    item: ({ lists }) => lists.outdent,
    from: { line: { list: 'letters', indent: 2 } },
    to: { line: { list: 'letters', indent: 1 } },
  },
  { tool: 'color', item: ({ colors }) => colors.red, to: { text: { color: 'red' } } },
  { tool: 'color', item: ({ colors }) => colors.none, from: { text: { color: 'blue' } }, to: {} },
]
const selects: Case[] = [
  { tool: 'kind', option: '1', to: { line: { header: 1 } } },
  { tool: 'kind', option: '2', from: { line: { header: 1 } }, to: { line: { header: 2 } } },
  { tool: 'size', option: '20pt', to: { text: { size: '20pt' } } },
]
const all = [...toggles, ...removals, ...menus, ...selects]
const short = all.filter(
  ({ tool, item, option }) =>
    ['bold', 'center', 'number'].includes(tool) || item === menus[0]?.item || option === '1' || option === '20pt',
)

const nameOf = ({ tool, item, option }: Case) =>
  [tool, item?.(legalEditorStrings.dv), option].filter((part) => part !== undefined).join(' ')

const delta = (content: Op[]): Delta => ({ content, footnotes: [], annotations: [] })

/** A line with formats; a case number is the text that it marks. */
const lineOf = (written: string, { text: onText = {}, line = {} }: Formats): Op[] => [
  {
    insert: written,
    ...attributesOf({ ...onText, ...('case_number' in onText && { case_number: written }) }),
  },
  { insert: '\n', ...attributesOf(line) },
]

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
    // A line for each tool.
    const contentWith = (changed?: Case) =>
      cases.flatMap((one) => lineOf(written, (one === changed ? one.to : one.from) ?? {}))
    const { page } = await openText(openPage, colleague, delta(contentWith()))
    await expand(page)
    for (const [index, one] of cases.entries()) {
      const name = nameOf(one)
      await selectLine(page, index)
      await uses[by](page, one)
      await expect(text(page), name).toBeFocused()
      await expect.poll(() => contentOf(page), { message: name }).toEqual(contentWith(one))
      if (!one.from && one.item === undefined && one.option === undefined)
        await expect(toolOf(page, one.tool), name).toHaveAttribute('aria-pressed', 'true')
      await uses[by](page, { tool: 'undo' })
      await expect.poll(() => contentOf(page), { message: `${name}, undone` }).toEqual(contentWith())
      await uses[by](page, { tool: 'redo' })
      await expect.poll(() => contentOf(page), { message: `${name}, redone` }).toEqual(contentWith(one))
      await page.keyboard.press('ControlOrMeta+z')
      await expect.poll(() => contentOf(page), { message: `${name}, undone by a key` }).toEqual(contentWith())
      await page.keyboard.press('ControlOrMeta+y')
      await expect.poll(() => contentOf(page), { message: `${name}, redone by a key` }).toEqual(contentWith(one))
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

test(
  'while a long text is typed, the lines far from the view are skipped, and drawn once it is scrolled, left or paused',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, delta([{ insert: 'ކޯޓު\n'.repeat(300) }]))
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
  },
)
