import type { Operator } from './operators.ts'
import type { SourceSpan } from './stripInvisible.ts'
import type { FilterName } from './tree.ts'

/** A token of the query language; `text` is the source without invisible characters. */
export type Token = SourceSpan &
  (
    | { kind: 'open' | 'close' | 'minus' | 'plus' }
    /** `NEAR(` and the `, 5)` that may close it. */
    | { kind: 'nearOpen' }
    | { kind: 'nearClose'; distance: number }
    | { kind: 'quote'; content: SourceSpan; closed: boolean }
    | { kind: 'number'; keys: string[] }
    | { kind: 'operator'; operator: Operator; isDhivehi: boolean }
    | { kind: 'near'; distance: number }
    | { kind: 'paragraph' }
    | { kind: 'filter'; name: FilterName; value: string; label: string }
    | { kind: 'chunk' }
  )
