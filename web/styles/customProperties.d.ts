import 'react'

/** A style may carry the custom properties that a style sheet reads. */
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string
  }
}
