import type { ComponentPropsWithRef } from 'react'
import { classes } from './classes.ts'
import styles from './Card.module.css'

/** A sheet of paper on the ground. `as="article"` where it can stand alone. */
export function Card({
  as: Tag = 'div',
  className,
  ...rest
}: ComponentPropsWithRef<'div'> & { as?: 'div' | 'article' | 'section' }) {
  return <Tag {...rest} className={classes(styles.card, className)} />
}
