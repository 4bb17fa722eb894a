import type { Op } from '#shared/delta/delta.ts'
import { droppedEmbeds, fromQuill, quillFormats } from '#shared/delta/quill.ts'
import { expect, test } from '@playwright/test'

type QuillPage = {
  Quill: {
    imports: Record<string, { blotName?: string }>
    new (element: Element): {
      insertText: (at: number, text: string) => void
      formatText: (at: number, length: number, formats: Record<string, unknown>) => void
      formatLine: (at: number, length: number, formats: Record<string, unknown>) => void
      insertEmbed: (at: number, name: string, value: unknown) => void
      getModule: (name: string) => { insertTable: (rows: number, columns: number) => void }
      getContents: () => { ops: Op[] }
    }
  }
}

/** A value of each format that a text or a line has in Quill. */
const values: Record<string, unknown> = {
  ...{ bold: true, italic: true, underline: true, strike: true, code: true, blockquote: true, 'code-block': 'plain' },
  ...{
    align: 'right',
    direction: 'rtl',
    header: 3,
    list: 'checked',
    size: 'huge',
    color: '#b22222',
    background: '#ffff00',
  },
  ...{ font: 'serif', link: 'https://mv.test', script: 'super', indent: 2 },
}
const embeds: Record<string, string> = { image: 'data:image/png;base64,AAAA', video: 'https://mv.test/film' }

test('every format that Quill 2 registers is taken over, mapped or dropped by name', async ({ page }) => {
  await page.goto('about:blank')
  await page.addScriptTag({ path: 'node_modules/quill/dist/quill.js' })
  const { formats, written } = await page.evaluate(
    ([all, embedded]) => {
      const { Quill } = window as unknown as QuillPage
      const names = Object.keys(Quill.imports).filter((name) => name.startsWith('formats/'))
      const opsOf = (change: (quill: InstanceType<QuillPage['Quill']>) => void) => {
        const element = document.createElement('div')
        document.body.append(element)
        const quill = new Quill(element)
        quill.insertText(0, 'text\n')
        change(quill)
        return quill.getContents().ops
      }
      const formatted = Object.entries(all).map(([name, value]) => {
        const ops = opsOf((quill) => {
          quill.formatText(0, 4, { [name]: value })
          quill.formatLine(0, 1, { [name]: value })
        })
        return [name, ops] as const
      })
      const others = Object.entries(embedded).map(
        ([name, value]) => [name, opsOf((quill) => quill.insertEmbed(0, name, value))] as const,
      )
      return {
        formats: names.map((name) => name.slice('formats/'.length)),
        written: Object.fromEntries([...formatted, ...others]),
      }
    },
    [values, embeds] as const,
  )
  // Parts of other formats: the container of a list and of code, and the parts of a table, which is `table` on its cells.
  const parts = /^(?:list-container|code-block-container|code-token|table-(?:body|row|container)|bullet|.*\/.*)$/
  const known = [...Object.keys(quillFormats), ...droppedEmbeds]
  expect(formats.filter((name) => !known.includes(name) && !parts.test(name))).toEqual([])
  for (const [name, ops] of Object.entries(written)) {
    const writes = ops.some(
      ({ insert, attributes }) => name in (attributes ?? {}) || (typeof insert === 'object' && name in insert),
    )
    expect([name, writes]).toEqual([name, true])
    const { content } = fromQuill({ content: ops }) as { content: Op[] }
    const left = JSON.stringify(content)
    if (name in embeds || quillFormats[name] === 'dropped') expect(left).not.toContain(`"${name}"`)
    if (quillFormats[name] === 'kept') expect(left).toContain(`"${name}":${JSON.stringify(values[name])}`)
  }
})
