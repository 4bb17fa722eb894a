/// <reference types="vite/client" />
import { getSchema } from '@tiptap/core'
import { baseKeymap } from '@tiptap/pm/commands'
import { history } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { EditorView } from '@tiptap/pm/view'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import Quill from 'quill'
import { createRoot } from 'react-dom/client'
import { linesOf } from '#shared/delta/delta.ts'
import { toProseMirror } from '#shared/delta/prosemirror.ts'
import { buildQueryClient } from '#web/platform/api/query.ts'
import { LegalEditor } from '#web/richText/legal/LegalEditor.tsx'
import { schema } from '#web/richText/legal/schema.ts'
import { mantineTheme } from '#web/ui/styles/theme.ts'
import '#web/ui/styles/all.css'
import '@mantine/core/styles.css'
import 'quill/dist/quill.core.css'
import { longText } from './text.ts'

/** Page of the benchmark: `openEditor('ours' | 'prosemirror' | 'floor' | 'quill')` opens the same text in one editor. */
const text = longText()
const root = document.createElement('div')
document.body.append(root)

const editors: Record<string, () => void> = {
  ours: () => {
    document.documentElement.dataset['theme'] = 'mixed'
    createRoot(root).render(
      <DirectionProvider initialDirection="rtl">
        <MantineProvider theme={mantineTheme}>
          <QueryClientProvider client={buildQueryClient(() => undefined)}>
            <LegalEditor value={text} onChange={() => undefined} label="text" pictures="caseFiles.case_content" />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>,
    )
  },
  /** The same document without decorations, margin, tools or behavior. */
  prosemirror: () => {
    frame()
    openProseMirror()
  },
  /** Bare ProseMirror that does not lay out what is out of view: what ours cannot be faster than. */
  floor: () => {
    frame()
    openProseMirror()
    root.classList.add('floor')
  },
  /** Its own formats: no notes, no case numbers, no numbers of paragraphs. */
  quill: () => {
    frame()
    const quill = new Quill(root, { modules: { toolbar: false } })
    quill.setContents(
      linesOf(text.content).flatMap(({ segments, attributes: { header } }) => [
        ...segments.flatMap((segment) => ('text' in segment ? [{ insert: segment.text }] : [])),
        { insert: '\n', ...(header && { attributes: { header } }) },
      ]),
    )
  },
}

function openProseMirror() {
  const doc = Node.fromJSON(getSchema(schema), toProseMirror(text))
  new EditorView(root, { state: EditorState.create({ doc, plugins: [history(), keymap(baseKeymap)] }) })
}

/** The frame scrolls, as in ours. */
function frame() {
  root.style.blockSize = '60vh'
  root.style.overflow = 'auto'
}

/** Opens an editor; returns the milliseconds until the frame with its text is painted. */
function openEditor(name: string) {
  const started = performance.now()
  editors[name]?.()
  return new Promise<number>((resolve) => {
    const check = () => {
      if (!document.querySelector('[contenteditable=true]')) {
        requestAnimationFrame(check)
        return
      }
      // The text is in the page: this frame paints it, and the message follows the frame.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - started)
      port2.postMessage(undefined)
    }
    requestAnimationFrame(check)
  })
}

// The form that opens the editor is drawn in the fonts of the text: loading them is no part of the opening.
await document.fonts.load('1rem "Noto Sans Thaana Variable"', 'ދ')
await document.fonts.load('1rem "Inter Variable"', 'a')
Object.assign(window, { openEditor })
