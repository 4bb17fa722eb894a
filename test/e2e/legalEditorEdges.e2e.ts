import type { Delta } from '#shared/delta/delta.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { expect, type Page, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { caret, expectWalk, margin, nextFrame, openText, text, tool } from './legalEditorActions.ts'
import { nightly } from './nightly.ts'
import { axe } from './pageActions.ts'

/** Where the caret stands in Dhivehi, mixed and English lines, and what follows an edited number. */

type Editor = {
  commands: {
    setTextSelection: (position: number) => boolean
    deleteRange: (range: { from: number; to: number }) => boolean
  }
  state: { doc: { descendants: (visit: (node: { text?: string }, at: number) => void) => void } }
  view: { domAtPos: (at: number, side: number) => { node: Node; offset: number } }
}

const annotation = { key: 'k', type: 'caution', title: 'ތ', category: 'usul', content: 'ތ' } as const
const edges: Delta = {
  content: [
    { insert: 'ކޯޓުން The court 2013 އަދި ދެން\n' },
    { insert: 'The court އަދި ދެން of 2013' },
    { insert: '\n', attributes: { direction: 'ltr' } },
    { insert: 'ބަ' },
    { insert: { footnote: 'a' } },
    { insert: 'ނު ' },
    { insert: '877/Cv-C/2019', attributes: { case_number: '877/Cv-C/2019' } },
    { insert: ' އެ' },
    { insert: 'ބަ abc', attributes: { annotation: 'k' } },
    { insert: 'ނު\n' },
    { insert: 'އެ' },
    { insert: { footnote: 'b' } },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: 'އަ' },
    { insert: '\n', attributes: { table: 'r' } },
    { insert: 'ab' },
    { insert: '\n', attributes: { table: 'r' } },
  ],
  footnotes: [
    { key: 'a', content: 'ނޯޓު' },
    { key: 'b', content: 'ނޯޓު' },
  ],
  annotations: [annotation],
}

async function goTo(page: Page, position: number) {
  await text(page).focus()
  await nextFrame(page)
  await text(page).evaluate((element, at) => {
    ;(element as unknown as { editor: Editor }).editor.commands.setTextSelection(at)
  }, position)
  await nextFrame(page)
  await expect.poll(() => caret(page)).toBe(String(position))
}

/** The stops of a key, until the caret stays. */
async function stopsOf(page: Page, key: string, most: number) {
  const stops: number[] = []
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press(key)
    await nextFrame(page)
    stops.push(Number(await caret(page)))
  }
  return stops
}

/** Each letter with its middle, and the places where a click on it may put the caret. */
const lettersOf = (page: Page) =>
  text(page).evaluate((element) => {
    const { state, view } = (element as unknown as { editor: Editor }).editor
    const all: { letter: string; places: number[]; x: number; y: number }[] = []
    state.doc.descendants(({ text: written = '' }, start) => {
      for (const { 0: run, index: first } of written.matchAll(
        /[!-~](?:[ -~]*[!-~])?|[\u0780-\u07b1](?:[\u0780-\u07b1 ]*[\u0780-\u07b1])?/g,
      ))
        for (const { 0: letter, index } of run.matchAll(/\S[\u07a6-\u07b0]?/g)) {
          const at = start + first + index
          const { node, offset } = view.domAtPos(at, 1)
          const range = document.createRange()
          range.setStart(node, offset)
          range.setEnd(node, offset + letter.length)
          const { left, top, width, height } = range.getBoundingClientRect()
          // Where two directions meet, the start and the end of a run have the same place.
          const isAtEdge = index === 0 || index + letter.length === run.length
          const ends = isAtEdge ? [start + first, start + first + run.length] : []
          all.push({ letter, places: [at, at + letter.length, ...ends], x: left + width / 2, y: top + height / 2 })
        }
    })
    return all
  })

test(
  'word jumps follow the direction of a mixed line, and a click puts the caret next to the letter',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, edges)
    const lines = ['ކޯޓުން The court 2013 އަދި ދެން', 'The court އަދި ދެން of 2013']
    let start = 1
    for (const [index, words] of lines.entries()) {
      const [forward, back] = index === 0 ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
      await goTo(page, start)
      const there = await stopsOf(page, `Control+${forward}`, 6)
      const isEdge = (at: number) =>
        /^\s|\s$|^$/.test(words.slice(at - start - 1, at - start)) || /^(\s|$)/.test(words.slice(at - start))
      expect(there, words).toEqual(there.toSorted((one, other) => one - other))
      expect(there.filter((at) => !isEdge(at))).toEqual([])
      expect(there.at(-1)).toBe(start + words.length)
      const backwards = await stopsOf(page, `Control+${back}`, 6)
      expect(backwards).toEqual(backwards.toSorted((one, other) => other - one))
      expect(backwards.filter((at) => !isEdge(at))).toEqual([])
      expect(backwards.at(-1)).toBe(start)
      start += words.length + 2
    }

    const letters = await lettersOf(page)
    expect(letters.length).toBeGreaterThan(60)
    // Three clicks close to each other would select the line.
    const half = Math.ceil(letters.length / 2)
    const apart = letters
      .slice(0, half)
      .flatMap((one, index) => [one, ...letters.slice(half + index, half + index + 1)])
    for (const { letter, places, x, y } of apart) {
      await page.mouse.click(x, y)
      await nextFrame(page)
      expect(places, letter).toContain(Number(await caret(page)))
    }
  },
)

/** Words around a footnote, a marker and an annotation, in each kind of text. */
const kinds = {
  Dhivehi: { words: ['ކޯޓު', 'ބަ', 'ނު'], direction: {} },
  mixed: { words: ['ކޯ a', 'ބަ9', 'c'], direction: {} },
  English: { words: ['ab', 'c9', 'd'], direction: { direction: 'ltr' as const } },
}
const containers = { paragraph: { paragraph: 7 }, list: { list: 'ordered' as const }, cell: { table: 'r' } }

/** A paragraph, an item and a cell, each with all three. */
function edgesOf({ words: [first = '', second = '', third = ''], direction }: (typeof kinds)['mixed']): Delta {
  const keys = Object.keys(containers)
  return {
    content: Object.values(containers).flatMap((attributes, index) => [
      { insert: first },
      { insert: { footnote: keys[index] ?? '' } },
      { insert: second },
      { insert: '1/SC/9', attributes: { case_number: '1/SC/9' } },
      { insert: third },
      { insert: second, attributes: { annotation: keys[index] ?? '' } },
      { insert: first },
      { insert: '\n', attributes: { ...attributes, ...direction } },
    ]),
    footnotes: keys.map((key) => ({ key, content: 'ނޯޓު' })),
    annotations: keys.map((key) => ({ ...annotation, key })),
  }
}

/** Where the caret can stand in each line: between letters, and at both edges of a footnote, which is also selected. */
const stopsIn = (page: Page) =>
  text(page).evaluate((element) => {
    type Line = { isTextblock: boolean; forEach: (visit: (piece: { text?: string }, offset: number) => void) => void }
    const { state } = (element as unknown as { editor: Editor }).editor
    const lines: string[][] = []
    state.doc.descendants((node, at) => {
      const line = node as unknown as Line
      if (!line.isTextblock) return
      const stops = [String(at + 1)]
      line.forEach(({ text: written }, offset) => {
        const start = at + 1 + offset
        if (written === undefined) stops.push(`${start}-${start + 1}`, String(start + 1))
        else
          for (const { 0: letter, index } of written.matchAll(/[^][\u07a6-\u07b0]?/g))
            stops.push(String(start + index + letter.length))
      })
      lines.push(stops)
    })
    return lines
  })

for (const kind of Object.keys(kinds) as (keyof typeof kinds)[])
  test(
    `the caret stops at each edge of footnote, marker and annotation in paragraph, list and cell of ${kind} text`,
    nightly,
    async ({ openPage, colleague }) => {
      const { page } = await openText(openPage, colleague, edgesOf(kinds[kind]))
      const [forward, back] = kind === 'English' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
      const lines = await stopsIn(page)
      expect(lines).toHaveLength(3)
      await goTo(page, 1)
      await expectWalk(page, forward, lines.flat().slice(1))
      await expectWalk(page, back, lines.flat().toReversed().slice(1))
      for (const stops of lines) {
        await goTo(page, Number(stops[1]))
        await page.keyboard.press('End')
        await expect.poll(() => caret(page)).toBe(stops.at(-1))
        await page.keyboard.press('Home')
        await expect.poll(() => caret(page)).toBe(stops[0])
      }
    },
  )

test('a marker follows its edited number, which is warned about, and undo restores both', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, {
    content: [
      { insert: 'ބަ ' },
      { insert: '877/Cv-C/2019', attributes: { case_number: '877/Cv-C/2019' } },
      { insert: ' ނު\n' },
    ],
    footnotes: [],
    annotations: [],
  })
  const marker = text(page).locator('bdi[data-case-number]')
  await goTo(page, 7)
  await page.keyboard.press('Backspace')
  await expect(marker).toHaveAttribute('data-case-number', '87/Cv-C/2019')
  await expect(dialog(page).getByRole('region', { name: editorAidStrings.dv.warnings.title })).toContainText(
    '87/Cv-C/2019',
  )
  await page.keyboard.press('Control+z')
  await expect(marker).toHaveAttribute('data-case-number', '877/Cv-C/2019')
  await goTo(page, 4 + '877/Cv-C/2019'.length)
  await page.keyboard.type('1')
  await expect(marker).toHaveText('877/Cv-C/20191')
  await expect(marker).toHaveAttribute('data-case-number', '877/Cv-C/20191')
  await page.keyboard.type(' a')
  await expect(marker).toHaveText('877/Cv-C/20191')
})

test(
  'what was written about words or an annotation that are gone meanwhile stays in the dialog, which names the reason',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, {
      content: [{ insert: 'ކޯޓުން ބެލި ' }, { insert: 'މައްސަލަ', attributes: { annotation: 'k' } }, { insert: '\n' }],
      footnotes: [],
      annotations: [annotation],
    })
    const t = legalEditorStrings.dv.annotation
    const writing = page.getByRole('dialog').last()
    /** Writes into the dialog, removes a part of the text under it, and saves. */
    const saveWithout = async (range: { from: number; to: number }) => {
      await writing.getByLabel(t.title).fill('އައު ސުރުޚީ')
      await writing.getByText(dv.reader.categories.usul).click()
      await writing.getByLabel(t.content).fill('ތަފްޞީލު')
      await text(page).evaluate((element, removed) => {
        ;(element as unknown as { editor: Editor }).editor.commands.deleteRange(removed)
      }, range)
      await page.keyboard.press('Control+Enter')
    }
    await goTo(page, 16)
    await page.keyboard.press('Control+Alt+m')
    await saveWithout({ from: 13, to: 21 })
    await expect(writing.getByRole('alert')).toHaveText(t.gone.annotation)
    await expect(writing.getByLabel(t.title)).toHaveValue('އައު ސުރުޚީ')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: dv.form.unsaved.leave }).click()

    await goTo(page, 13)
    await page.keyboard.press('Shift+Home')
    await expect.poll(() => caret(page)).toContain('-')
    await page.keyboard.press('Control+Alt+m')
    await saveWithout({ from: 1, to: 13 })
    await expect(writing.getByRole('alert')).toHaveText(t.gone.words)
    await expect(writing.getByLabel(t.content)).toHaveValue('ތަފްޞީލު')
  },
)

test(
  'in a narrow window the outline and the warnings open over the text, which can be clicked to its edge',
  nightly,
  async ({ openPage, colleague }) => {
    const heading = [{ insert: 'ޙުކުމް' }, { insert: '\n', attributes: { header: 1 as const } }]
    const content = [...heading, { insert: 'މައްސަަލަ\n'.repeat(40) }]
    const { page } = await openText(openPage, colleague, { content, footnotes: [], annotations: [] }, { width: 390 })
    const outline = dialog(page).getByRole('navigation', { name: editorAidStrings.dv.outline.title })
    await expect(outline).toBeHidden()
    await tool(page, legalEditorStrings.dv.names.outline).click()
    await expect(outline.getByRole('button', { name: 'ޙުކުމް' })).toBeVisible()
    await expect(dialog(page).getByRole('region', { name: editorAidStrings.dv.warnings.title })).toBeVisible()
    expect(await axe(page)).toEqual([])
    await tool(page, legalEditorStrings.dv.names.outline).click()
    await expect(outline).toBeHidden()
    // The edge of the margin, which is empty, lies over the last line in view.
    const edge = await margin(page).boundingBox()
    if (!edge) throw new Error('There is no margin.')
    const isText = await text(page).evaluate(
      (element, [x = 0, y = 0]) => element.contains(document.elementFromPoint(x, y)),
      [edge.x + edge.width / 2, edge.y + edge.height - 4],
    )
    expect(isText).toBe(true)
  },
)
