import { type ComponentProps, useState } from 'react'
import { classes } from './classes.ts'
import styles from './Avatar.module.css'
import tones from './tones.module.css'

type Props = { name: string; src: string | null; size?: number; shape?: 'round' | 'square' }

/**
 * The picture of a person, or the initials on a colored background if there is none or it cannot be loaded. Decorative:
 * the name is next to it, and the initials are drawn by CSS.
 */
export function Avatar({ name, src, size = 34, shape = 'round' }: Props) {
  const sizeStyle = { inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.38) }
  const [broken, setBroken] = useState<string>()
  if (src !== null && src !== broken)
    return (
      <img
        className={classes(styles.avatar, styles[shape])}
        style={sizeStyle}
        src={src}
        alt=""
        onError={() => setBroken(src)}
      />
    )
  return (
    <span
      className={classes(styles.avatar, styles[shape], tones[toneOf(name)])}
      style={sizeStyle}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  )
}

/** The first two initials of a name, without Thaana vowel signs. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toLocaleUpperCase('en') ?? '')
    .join('')
}

const toneNames = ['brand', 'good', 'caution', 'bad', 'note'] as const

/** The color of a name, by a hash: always the same for the same name. */
export function toneOf(name: string): (typeof toneNames)[number] {
  const sum = Array.from(name).reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  return toneNames[sum % toneNames.length] ?? 'brand'
}

type ButtonProps = Omit<ComponentProps<'button'>, 'title' | 'type'> & {
  user: { name: string; avatar: string | null }
  label: string
}

/** The picture of a user as a button on the chrome. */
export const AvatarButton = ({ user: { name, avatar }, label, className, ...props }: ButtonProps) => (
  <button type="button" aria-label={label} title={name} {...props} className={classes(styles.button, className)}>
    <Avatar name={name} src={avatar} />
  </button>
)
