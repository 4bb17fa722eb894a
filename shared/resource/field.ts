/**
 * The description of one field. The kind of a field decides how it is stored, edited and displayed: each layer has one
 * exhaustive table by kind, so a new kind does not compile until every layer handles it.
 */
export type Label = { dv: string; en: string }

type Common = {
  label: Label
  required?: true
  /** The position in the list and in the form; absent where the field is not shown. */
  list?: number
  form?: number
  section?: string
  /** The width in twelfths; default 6. */
  size?: number
  /** The modes in which it is editable; default: all. */
  open?: readonly ('Create' | 'Update')[]
  /** The modes in which it is part of the form; default: all. */
  modes?: readonly ('Create' | 'Update' | 'View')[]
  /** Displayed but never editable. */
  readOnly?: true
  /** The permission needed to read it. */
  permission?: string
  /** Hidden in view mode when null. */
  hiddenWhenNull?: true
  /** Computed by the server on read; has no column. */
  computed?: true
  /** Conditions on other fields that make it required, disabled, read-only or hidden: `shared/resource/rules.ts`. */
  rules?: string
  /** The field of the same record or row that is an upper bound of this number or date, when both are filled. */
  atMost?: string
  /** Help text under the field. */
  subText?: Label
  /** Visual emphasis in the form. */
  classes?: readonly ('strong' | 'quiet')[]
  /** The path to the part of a nested value that a list shows, as in `court.name`. */
  rootValue?: string
  /** The field that a list sorts by instead of this one. */
  sortedBy?: string
  /** The list can be sorted by it although it is not a column of it: a screen shows it after them. */
  sorts?: true
  /** The field whose text explains the value, and is shown under it. */
  explainedBy?: string
  /** The field whose next value this is, until it is confirmed. Sending its current value again cancels the change. */
  waitsFor?: string
  /** The text that a list shows for an empty value; false and 0 are not empty. */
  tableDefault?: Label
  /** The file of the same record whose name a list shows, and is searched for, in place of an empty value. */
  tableDefaultFile?: string
  /** Dependent selects: their choices are cleared and reloaded when this value changes. */
  children?: readonly string[]
}

export type Field = Common &
  /**
   * `mask`: left-to-right input, with a pattern such as `9999-99-99` where one is given. `script`: the text is not Dhivehi,
   * so the phonetic keyboard is off.
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
    /** `levels`: labels for ranges of the number in read-only display, the highest first. */
    | { kind: 'number'; min?: number; decimals?: number; levels?: readonly { from: number; label: Label }[] }
    /** `labels`: for on and off, instead of yes and no. */
    | { kind: 'switch'; default?: boolean; input?: 'checkbox'; labels?: { yes: Label; no: Label } }
    | { kind: 'date'; format: string }
    /** A date with a time, `2024-03-02T09:30`, in Maldives time without a time zone. */
    | { kind: 'moment'; format: string }
    | { kind: 'choice'; choices: readonly string[]; default?: string; input?: 'radio' }
    /**
     * One row of another resource. `shows` is the subFields of the specification: the field used as the label, default name;
     * the value is always the id. `by`: for a dependent select, the field of the other resource that must match the row or
     * date chosen in the field it depends on. `nestedselect` draws the `children` of a choice; lookups answer none yet.
     */
    | { kind: 'select'; from: string; shows?: string; by?: string; input?: 'nestedselect' }
    /**
     * An ordered list of rows of another resource, stored in a join table. `phraseUses`: case numbers of cases that contain
     * the phrase of the record, with counts and suggestions.
     */
    | { kind: 'multiselect'; from: string; shows?: string; by?: string; table: string; input?: 'phraseUses' }
    /** A list of texts stored in one column, joined by the separator. */
    | { kind: 'tags'; separator: string; max: number }
    | { kind: 'file'; accepts: readonly string[]; input?: 'dropzone' }
    /** The three editor names of the specification: one editor with three toolbars. */
    | {
        kind: 'richtext'
        height?: string
        input?: 'wysiwyg' | 'quill' | 'tinymce'
        /** The field with the route of the page that the text is of: its end names the language. */
        route?: string
      }
    /** The text of a judgment with footnotes and annotations: a Delta. */
    | { kind: 'document'; height?: string }
    /** Child rows in a table of their own. */
    | {
        kind: 'repeater'
        table: string
        /** What one row is called; `label` names all of them. */
        rowLabel: Label
        fields: Record<string, Field>
        /** The text whose case numbers are offered as rows, and the field with the numbers of its own case. */
        cites?: { text: string; own: string }
      }
  )

export const isSortable = ({ list, sorts }: Field) => list !== undefined || sorts === true

export type Kind = Field['kind']
/** The fields of one kind; some kinds share a shape. */
export type FieldOf<K extends Kind> = OfKind<Field, K>
type OfKind<F extends Field, K> = F extends Field ? (K extends F['kind'] ? F : never) : never
