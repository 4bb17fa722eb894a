import { Suspense } from 'react'
import { later } from '#web/ui/later.ts'
import { EditorPlace } from './EditorPlace.tsx'
import type { ToolSet } from './tools.ts'

export type RichTextProps = {
  /** HTML as the server keeps it; null and '' are no text. */
  value: string | null
  /** What was written, when the typing pauses and when the editor is left; '' when there is nothing. */
  onChange: (html: string) => void
  onBlur?: () => void
  tools: ToolSet
  /** As in `300px`: how high it is at least. */
  height?: string | undefined
  label: string
  /** The id of a label that is drawn elsewhere. */
  labelledBy?: string
  describedBy?: string
  required?: boolean
  invalid?: boolean
  disabled?: boolean
  /** The field that pictures are uploaded for, `dynamicPages.page_content`; without one there are no pictures. */
  pictures?: string
}

const Editor = later(() => import('./Editor.tsx'), 'Editor')

/** The editor of rich text. It is large, so it is loaded when it is needed. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<EditorPlace {...props} />}>
      <Editor {...props} />
    </Suspense>
  )
}
