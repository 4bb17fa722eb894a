import type { Command, EditorState } from '@tiptap/pm/state'

type Link = { from: number; to: number; href: string }

/** The link at the caret, or the first one in the selection. */
export function linkAt({ doc, selection, schema }: EditorState): Link | undefined {
  const type = schema.marks['link']
  const { from, to } = selection
  let found: Link | undefined
  if (!type) return found
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (node, position) => {
    const mark = node.isInline ? type.isInSet(node.marks) : undefined
    if (!mark) return
    const href = String(mark.attrs['href'])
    const end = position + node.nodeSize
    if (found?.href === href && found.to === position) found.to = end
    else found ??= { from: position, to: end, href }
  })
  return found
}

/** Links the selection or the link at the caret; without either, the address itself becomes the text. Null removes it. */
export const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { tr, schema, selection } = state
    const type = schema.marks['link']
    if (!type) return false
    const { from, to } = (selection.empty ? linkAt(state) : undefined) ?? selection
    if (href === null) tr.removeMark(from, to, type)
    else if (from < to) tr.addMark(from, to, type.create({ href }))
    else tr.insert(from, schema.text(href, [type.create({ href })]))
    dispatch?.(tr.scrollIntoView())
    return true
  }
