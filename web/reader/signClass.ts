import type { AnnotationType } from '#shared/calls/search.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './Sign.module.css'

/** The shape of a kind of annotation, in its colour. */
export const signClass = (type: AnnotationType) => classes(styles.shape, styles[type])
