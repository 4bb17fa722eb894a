import type { Delta, Op } from '#shared/delta/delta.ts'
import { thaanaForKey } from '#shared/text/language/keyboard.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { expect, type Page } from './fixtures.ts'
import { margin, nextFrame, text, uses } from './legalEditorActions.ts'

/** Types a judgment with its formats, notes and tables by keyboard alone. */

type Attributes = Record<string, unknown>
type Note = { type: string; title: string; category: string; content: string }
/** The pieces of a line, and what the line has. */
type Line = { pieces: Op[]; attributes: Attributes }

/** The key of each Thaana letter. */
const keys = new Map(
  Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).flatMap((key) => {
    const letter = thaanaForKey(key)
    return letter === undefined ? [] : [[letter, key] as const]
  }),
)
const keysOf = (dhivehi: string) => Array.from(dhivehi, (letter) => keys.get(letter) ?? letter).join('')

/** Types with the Thaana keys on. A case number keeps its Latin letters; other Latin words are typed with the Thaana keys off. */
async function typeText({ keyboard }: Page, written: string) {
  for (const run of written.split(/(\d+[/-][A-Za-z\d/-]+|[A-Za-z]+)/)) {
    const isLatin = /^[A-Za-z]+$/.test(run)
    if (isLatin) await keyboard.press('Control+`')
    await keyboard.type(isLatin ? run : keysOf(run))
    if (isLatin) await keyboard.press('Control+`')
  }
}

function linesOf({ content }: Delta): Line[] {
  const lines: Line[] = []
  let pieces: Op[] = []
  for (const { insert, attributes = {} } of content) {
    const parts = typeof insert === 'string' ? insert.split(/(\n)/).filter((part) => part !== '') : [insert]
    for (const part of parts) {
      if (part !== '\n') {
        pieces.push({ insert: part, attributes })
        continue
      }
      lines.push({ pieces, attributes })
      pieces = []
    }
  }
  return lines
}

/** Types the whole text into the empty editor, which has the focus. */
export async function typeJudgment(page: Page, judgment: Delta) {
  const { keyboard } = page
  await keyboard.press('Control+`')
  await uses.keyboard(page, { tool: 'more' })
  await keyboard.press('Escape')
  const lines = linesOf(judgment)
  let isFirst = true
  while (lines.length > 0) {
    const [line] = lines
    const count = lines.findIndex(({ attributes }) => attributes['table'] === undefined)
    if (line?.attributes['table'] !== undefined) {
      if (!isFirst) await startLine(page, {})
      await typeTable(page, lines.splice(0, count), judgment)
      // The line after the table is there already.
      isFirst = true
      continue
    }
    lines.shift()
    if (!line) break
    if (isFirst) await format(page, line.attributes)
    else await startLine(page, line.attributes)
    isFirst = false
    for (const piece of line.pieces) await typePiece(page, piece, judgment)
  }
}

async function startLine(page: Page, attributes: Attributes) {
  await page.keyboard.press('Enter')
  await format(page, attributes)
}

const lineTools: { name: string; toolOf: (value: unknown) => string }[] = [
  { name: 'align', toolOf: (value) => (typeof value === 'string' ? value : 'start') },
  { name: 'blockquote', toolOf: () => 'quote' },
  { name: 'paragraph', toolOf: () => 'number' },
]

/** Gives the line of the caret what it lacks, and takes off what it took over from the line before. */
async function format(page: Page, wanted: Attributes) {
  await nextFrame(page)
  const valueOf = (one: Attributes, name: string) => one[name] ?? null
  // A heading has no number: the number of the line before goes with it.
  if (valueOf(await attributesOfLine(page), 'header') !== valueOf(wanted, 'header'))
    await page.keyboard.press(`Control+Alt+${Number(wanted['header'] ?? 0)}`)
  const has = await attributesOfLine(page)
  for (const { name, toolOf } of lineTools) {
    const [before, after] = [valueOf(has, name), valueOf(wanted, name)]
    // The numbers of paragraphs count themselves.
    const isSame = name === 'paragraph' ? (before === null) === (after === null) : before === after
    if (!isSame) await uses.keyboard(page, { tool: toolOf(wanted[name]) })
  }
}

const attributesOfLine = (page: Page) =>
  text(page).evaluate((element) => {
    const { editor } = element as unknown as {
      editor: { state: { selection: { $head: { parent: { attrs: Record<string, unknown> } } } } }
    }
    return editor.state.selection.$head.parent.attrs
  })

const markTools: Record<string, (value: unknown) => string> = {
  bold: () => 'bold',
  lang: (value) => (value === 'ar' ? 'arabic' : 'english'),
}

async function typePiece(page: Page, { insert, attributes = {} }: Op, { footnotes, annotations }: Delta) {
  const { keyboard } = page
  if (typeof insert !== 'string') {
    const note = footnotes.find(({ key }) => 'footnote' in insert && key === insert.footnote)
    await nextFrame(page)
    await keyboard.press('Control+Alt+f')
    await expect(margin(page).getByRole('textbox')).toBeFocused()
    await typeText(page, note?.content ?? '')
    await keyboard.press('Escape')
    await expect(text(page)).toBeFocused()
    return
  }
  const tools = Object.entries(attributes).flatMap(([name, value]) => markTools[name]?.(value) ?? [])
  for (const tool of tools) await uses.keyboard(page, { tool })
  await typeText(page, insert)
  await nextFrame(page)
  for (const tool of tools) await uses.keyboard(page, { tool })
  if (attributes['case_number'] !== undefined) await uses.keyboard(page, { tool: 'caseNumber' })
  const note = annotations.find(({ key }) => key === attributes['annotation'])
  if (note) await annotate(page, insert, note)
}

/** Annotates the words before the caret. */
async function annotate(page: Page, words: string, note: Note) {
  const { keyboard } = page
  const selected = () => page.evaluate(() => getSelection()?.toString() ?? '')
  for (let step = 0; step < words.length && (await selected()).length < words.length; step += 1)
    await keyboard.press('Shift+Control+ArrowRight')
  expect(await selected()).toBe(words)
  await nextFrame(page)
  await keyboard.press('Control+Alt+m')
  const dialog = page.getByRole('dialog', { name: legalEditorStrings.dv.annotation.add })
  await expect(dialog.getByLabel(legalEditorStrings.dv.annotation.title)).toBeFocused()
  await keyboard.press('Shift+Tab')
  await chooseRadio(page, dv.reader.types[note.type as keyof typeof dv.reader.types])
  await keyboard.press('Tab')
  await typeText(page, note.title)
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await chooseRadio(page, dv.reader.categories[note.category as keyof typeof dv.reader.categories])
  await keyboard.press('Tab')
  await typeText(page, note.content)
  await keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(text(page)).toBeFocused()
  await keyboard.press('Control+End')
  await nextFrame(page)
}

/** Chooses a radio button of the group with the focus by the arrow keys. */
async function chooseRadio(page: Page, name: string) {
  const wanted = page.getByRole('radio', { name })
  for (let step = 0; step < 5 && !(await wanted.isChecked()); step += 1) await page.keyboard.press('ArrowDown')
  await expect(wanted).toBeChecked()
}

/** Types the lines of a table, of two to four columns and three rows or more, and leaves it. */
async function typeTable(page: Page, cells: readonly Line[], judgment: Delta) {
  const { keyboard } = page
  const columns = cells.filter(({ attributes }) => attributes['table'] === cells[0]?.attributes['table']).length
  const use = (name: 'insert' | 'columnAfter' | 'removeColumn') =>
    uses.keyboard(page, { tool: 'table', item: ({ table }) => table[name] })
  await use('insert')
  for (let has = 3; has < columns; has += 1) await use('columnAfter')
  for (let has = 3; has > columns; has -= 1) await use('removeColumn')
  for (const [index, { pieces }] of cells.entries()) {
    if (index > 0) await keyboard.press('Tab')
    for (const piece of pieces) await typePiece(page, piece, judgment)
  }
  await keyboard.press('ArrowDown')
  await nextFrame(page)
}

/** The text with keys that do not depend on who wrote it: rows and notes are counted in the order of the text. */
export function withoutKeys(judgment: Delta) {
  const names = new Map<unknown, string>()
  const nameOf = (key: unknown) => {
    const name = names.get(key) ?? `key ${names.size}`
    names.set(key, name)
    return name
  }
  const content = linesOf(judgment).map(({ pieces, attributes }) => ({
    pieces: pieces.map(({ insert, attributes: formats = {} }) => ({
      insert: typeof insert === 'object' && 'footnote' in insert ? nameOf(insert.footnote) : insert,
      formats: { ...formats, ...('annotation' in formats && { annotation: nameOf(formats['annotation']) }) },
    })),
    attributes: { ...attributes, ...('table' in attributes && { table: nameOf(attributes['table']) }) },
  }))
  const named = <One extends { key: string }>(notes: readonly One[]) =>
    notes.map((one) => ({ ...one, key: nameOf(one.key) }))
  return { content, footnotes: named(judgment.footnotes), annotations: named(judgment.annotations) }
}
