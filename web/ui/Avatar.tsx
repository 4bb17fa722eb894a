import { useState } from 'react'
import { classes } from './classes.ts'
import { initialsOf, toneOf } from './initials.ts'
import styles from './Avatar.module.css'
import tones from './tones.module.css'

type Props = { name: string; src: string | null; size?: number; shape?: 'round' | 'square' }

/**
 * The picture of a person, or, without one that can be had, the initials on a tinted ground. The name stands beside it, so it says nothing itself: the
 * letters are drawn and are no text.
 */
export function Avatar({ name, src, size = 34, shape = 'round' }: Props) {
  const measure = { inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.38) }
  const [broken, setBroken] = useState<string>()
  if (src !== null && src !== broken)
    return (
      <img
        className={classes(styles.avatar, styles[shape])}
        style={measure}
        src={src}
        alt=""
        onError={() => setBroken(src)}
      />
    )
  return (
    <span
      className={classes(styles.avatar, styles[shape], tones[toneOf(name)])}
      style={measure}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  )
}
