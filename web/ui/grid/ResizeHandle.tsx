import type { PointerEvent } from 'react'
import styles from './DataGrid.module.css'

type Props = {
  isRightToLeft: boolean
  width: () => number
  onResize: (width: number) => void
  onFitAgain: () => void
}

/** The end of a heading: dragged it widens the column, pressed twice it gives the width back. By keyboard the heading does. */
export function ResizeHandle({ isRightToLeft, width, onResize, onFitAgain }: Props) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    const { clientX: from, pointerId } = event
    const before = width()
    handle.setPointerCapture(pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => {
      onResize(before + (isRightToLeft ? from - clientX : clientX - from))
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  return (
    <span
      aria-hidden="true"
      data-resize=""
      className={styles.resize}
      onPointerDown={begin}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={onFitAgain}
    />
  )
}
