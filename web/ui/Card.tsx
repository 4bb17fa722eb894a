import type { ComponentPropsWithRef } from 'react'
import { classes } from './classes.ts'
import styles from './Card.module.css'

/** A raised surface. `as="article"` for self-contained content. */
export function Card({
  as: Tag = 'div',
  className,
  ...rest
}: ComponentPropsWithRef<'div'> & { as?: 'div' | 'article' | 'section' }) {
  return <Tag {...rest} className={classes(styles.card, className)} />
}
