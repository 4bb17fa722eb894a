/**
 * What a description may say of one field. A field's kind decides how it is kept, typed into and shown:
 * each room has one exhaustive table by kind, so a new kind does not compile until all know it.
 */
export type Label = { dv: string; en: string }

type Common = {
  label: Label
  required?: true
  /** Its place in the table and in the form; absent where it is not shown. */
  list?: number
  form?: number
  section?: string
  /** Width in twelfths; 6 when absent. */
  size?: number
  /** Where it can be typed into, when not everywhere. */
  open?: readonly ('Create' | 'Update')[]
  /** The only modes of a form in which it is there at all. */
  modes?: readonly ('Create' | 'Update' | 'View')[]
  /** Shown, never typed into. */
  readOnly?: true
  /** Who may read it at all; a name of a permission. */
  permission?: string
  /** In view mode, not shown when null. */
  hiddenWhenNull?: true
  /** Made by the server when it is read: there is no such column. */
  computed?: true
  /** When it is required, disabled, read-only or hidden, by what other fields hold: `shared/resource/when.ts`. */
  rules?: string
  /** A number or a day that lies, where both are there, at or before that of this field of the same record, or row. */
  atMost?: string
  /** A line under the field that helps to fill it in. */
  subText?: Label
  /** How it looks apart from the others, in the form. */
  classes?: readonly ('strong' | 'quiet')[]
  /** What a list shows of a value that holds others: the way to it, as in `court.name`. */
  rootValue?: string
  /** A list is sorted by this field of the row where it is sorted by this one: by what it means, not by its letters. */
  sortedBy?: string
  /** What a list shows where there is nothing; false and 0 are something. */
  tableDefault?: Label
  /** Selects whose choices depend on what is chosen here: they are emptied and asked for anew. */
  children?: readonly string[]
}

export type Field = Common &
  /**
   * `mask`: written left to right, and into a pattern where one is given, such as `9999-99-99`. `script`: what is written
   * here is not Dhivehi, so that the phonetic keyboard stays away from it.
   */
  (
    | {
        kind: 'text'
        max: number
        default?: string
        input?: 'mask' | 'color' | 'icon'
        mask?: string
        script?: 'Latn' | 'Arab'
      }
    | { kind: 'textarea'; max: number; default?: string }
    | { kind: 'email' | 'password' | 'link'; max: number }
    /** `levels`: words for the number where it is read, the highest first, each from a number on. */
    | { kind: 'number'; min?: number; decimals?: number; levels?: readonly { from: number; label: Label }[] }
    /** `words`: what on and off are called, where yes and no do not say it. */
    | { kind: 'switch'; default?: boolean; input?: 'checkbox'; words?: { yes: Label; no: Label } }
    | { kind: 'date'; format: string }
    /** A day with its hour, `2024-03-02T09:30`: as the clocks of the Maldives show it, so that it has no zone either. */
    | { kind: 'moment'; format: string }
    | { kind: 'choice'; choices: readonly string[]; default?: string; input?: 'radio' }
    /**
     * One row of another resource; `user` stands for the people who sign in. `shows` is the specification's subFields:
     * the label, its name when absent; the value is always its id. `by`: where the select depends on another, the field
     * of the other resource that must hold the row or the day that is chosen there.
     */
    | { kind: 'select'; from: string; shows?: string; by?: string; input?: 'nestedselect' }
    /** Many rows of another resource, in order, kept in a table of their own. */
    | { kind: 'multiselect'; from: string; shows?: string; by?: string; table: string }
    /** A list of words kept in one column, divided by the separator. */
    | { kind: 'tags'; separator: string; max: number }
    | { kind: 'file'; accepts: readonly string[]; input?: 'dropzone' }
    /** Three names of the specification for one editor, with three sets of tools. */
    | { kind: 'richtext'; height?: string; input?: 'wysiwyg' | 'quill' | 'tinymce' }
    /** A judgment's text with footnotes and annotations: a Delta. */
    | { kind: 'document'; height?: string }
    /** Rows of their own table that belong to this row. */
    | { kind: 'repeater'; table: string; fields: Record<string, Field> }
  )

export type Kind = Field['kind']
/** The fields of one kind; some kinds share a shape. */
export type FieldOf<K extends Kind> = OfKind<Field, K>
type OfKind<F extends Field, K> = F extends Field ? (K extends F['kind'] ? F : never) : never
