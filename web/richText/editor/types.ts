import type { ToolSet } from './tools.ts'

export type EditorProps = {
  /** HTML as stored by the server; null and '' mean no text. */
  value: string | null
  /** Called with the HTML, debounced while typing and on blur; '' when empty. */
  onChange: (html: string) => void
  onBlur?: () => void
  tools: ToolSet
  /** The minimum height, as in `300px`. */
  height?: string | undefined
  label: string
  /** The id of an external label. */
  labelledBy?: string
  describedBy?: string
  required?: boolean
  invalid?: boolean
  disabled?: boolean
  /** The field to upload pictures for, `dynamicPages.page_content`; without one there are no pictures. */
  pictures?: string
}
