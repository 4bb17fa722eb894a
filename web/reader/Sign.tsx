import type { AnnotationType } from '#shared/calls/search.ts'
import { signClass } from './signClass.ts'

/** The shape of a kind of annotation. Words beside it say the same. */
export function Sign({ type }: { type: AnnotationType }) {
  return <i className={signClass(type)} data-type={type} aria-hidden="true" />
}
