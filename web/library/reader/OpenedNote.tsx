import { type ReactNode, useEffect, useRef } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { popoverId } from './noteId.ts'
import styles from './NotePopover.module.css'

type Props = {
  label: string
  /** The button in the text that opened it; it stands under that. */
  opener: HTMLElement
  children: ReactNode
  onClose: (returnFocus: boolean) => void
}

/** A note in its place in the text. It takes the focus, so that it is read out, and gives it back. */
export function NotePopover({ label, opener, children, onClose }: Props) {
  const t = useStrings().acts
  const note = useRef<HTMLDivElement>(null)
  usePlaceUnder(note, opener)
  useEffect(() => note.current?.focus({ preventScroll: true }), [opener])
  useClickOutside(note, opener, () => onClose(false))

  return (
    <div
      ref={note}
      id={popoverId}
      className={styles.note}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Used up: what stands around the reader stays open.
        event.preventDefault()
        onClose(true)
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onClose(false)
      }}
    >
      <div className={styles.head}>
        <span className={styles.label}>{label}</span>
        <IconButton icon="close" size="sm" label={t.close} onClick={() => onClose(true)} />
      </div>
      {children}
    </div>
  )
}

const gap = 8

/** Places the note under its opener, inside the sheet that both stand on; again when the sheet changes its size. */
function usePlaceUnder(note: React.RefObject<HTMLElement | null>, opener: HTMLElement) {
  useEffect(() => {
    const sheet = note.current?.offsetParent
    if (!sheet) return undefined
    const place = () => {
      if (!note.current) return
      const [around, button] = [sheet.getBoundingClientRect(), opener.getBoundingClientRect()]
      const isRtl = getComputedStyle(sheet).direction === 'rtl'
      const middle = button.left + button.width / 2
      const across = (isRtl ? around.right - middle : middle - around.left) - note.current.offsetWidth / 2
      const room = around.width - note.current.offsetWidth - gap
      note.current.style.setProperty('inset-block-start', `${button.bottom - around.top + gap}px`)
      note.current.style.setProperty('inset-inline-start', `${Math.max(gap, Math.min(across, room))}px`)
      note.current.scrollIntoView({ block: 'nearest' })
    }
    const observer = new ResizeObserver(place)
    observer.observe(sheet)
    return () => observer.disconnect()
  }, [note, opener])
}

function useClickOutside(note: React.RefObject<HTMLElement | null>, opener: HTMLElement, close: () => void) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || note.current?.contains(target) || opener.contains(target)) return
      latest.current()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [note, opener])
}
