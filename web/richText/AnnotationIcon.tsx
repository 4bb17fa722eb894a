import type { AnnotationType } from '#shared/calls/search.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './AnnotationIcon.module.css'

/** The icon of an annotation type. Text next to it names the type. */
export function AnnotationIcon({ type }: { type: AnnotationType }) {
  return <i className={annotationIconClass(type)} data-type={type} aria-hidden="true" />
}

/** The classes of the icon of an annotation type. */
export const annotationIconClass = (type: AnnotationType) => classes(styles.shape, styles[type])
