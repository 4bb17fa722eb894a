import type { ToolName } from './tools.ts'

/** Icon paths on a 24 × 24 grid, drawn for right-to-left text. */
export const toolPaths: Record<ToolName, string> = {
  undo: 'M8.5 14.5 4 10l4.5-4.5M4 10h10a6 6 0 0 1 0 12h-3',
  redo: 'm15.5 14.5 4.5-4.5-4.5-4.5M20 10H10a6 6 0 0 0 0 12h3',
  bold: 'M7 4.5h6a3.7 3.7 0 0 1 0 7.5H7zM7 12h7a3.8 3.8 0 0 1 0 7.5H7z',
  italic: 'M10 4.5h8M6 19.5h8M14 4.5l-4 15',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M5 20.5h14',
  strike: 'M4 12h16M16.5 7.5C16 5.5 14.5 4.5 12 4.5c-5.5 0-5.5 6-1 7M7.5 16c.4 2.3 2 3.5 4.5 3.5 3.6 0 5.4-2 4.6-4.5',
  sub: 'm4 6 9 11M13 6 4 17M17 16.5c.3-2 4-2 4 0 0 1.5-4 2.5-4 4.5h4',
  sup: 'm4 8 9 11M13 8 4 19M17 4.5c.3-2 4-2 4 0 0 1.5-4 2.5-4 4.5h4',
  large: 'M4 5v14M13 5v14M4 12h9M17 10l3-2v11',
  small: 'M4 5v14M13 5v14M4 12h9M16.5 11c.5-3 5-3 5 0 0 2.5-5 4.5-5 8h5',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 14.5c0-2 3-2 3 0 0 1.5-3 2.5-3 4.5h3',
  quote: 'M10 7H6a2 2 0 0 0-2 2v4h6zM10 13c0 3-1.5 4-4 4.5M20 7h-4a2 2 0 0 0-2 2v4h6zM20 13c0 3-1.5 4-4 4.5',
  link: 'M10 14a4.5 4.5 0 0 0 6.6.4l2.8-2.8a4.6 4.6 0 0 0-6.5-6.5L11.5 6.5M14 10a4.5 4.5 0 0 0-6.6-.4l-2.8 2.8a4.6 4.6 0 0 0 6.5 6.5l1.4-1.4',
  center: 'M4 6h16M7 12h10M5.5 18h13',
  end: 'M4 6h16M4 12h10M4 18h13',
  justify: 'M4 6h16M4 12h16M4 18h16',
  english: 'M3 18 8 6l5 12M5 14h6M16 13.5c.5-2.5 5-2.5 5 .5v4M21 15.5c-6-.5-6.5 3.5-3 3 2 0 3-1.5 3-3',
  arabic: 'M19 7c1.5 4 1 8-2 8-2.5 0-3-2-3-4M14 15c-1 2-4 2.5-6 1.5-3.5-1.5-4-5-2.5-8M10 20h.01M14 20h.01',
  clear: 'm5 13 7-8 7 6-7 8H8zM9 20h11M8.5 9l7 6',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14M15 5v14',
  addRow: 'M4 4h16v7H4zM12 4v7M12 14v7M8.5 17.5h7',
  removeRow: 'M4 4h16v7H4zM12 4v7M8.5 17.5h7',
  addColumn: 'M4 4h7v16H4zM4 12h7M14 12h7M17.5 8.5v7',
  removeColumn: 'M4 4h7v16H4zM4 12h7M14 12h7',
  removeTable: 'M4 5h16v14H4zM4 10h16M10 5v5M9 13l5 4M14 13l-5 4',
  picture: 'M4 4h16v16H4zM9 10.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM4 17l5-4 3.5 3 4-4.5L20 15',
}

/** A decorative icon: the button carries the label. */
export function ToolIcon({ path }: { path: string }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}

type FocusState = { current: number; count: number; rightToLeft: boolean }

/** The index that a key moves the focus to, cyclically; undefined for other keys. */
export function nextIndex(key: string, { current, count, rightToLeft }: FocusState): number | undefined {
  const forward = rightToLeft ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: current + forward,
    ArrowLeft: current - forward,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined
  return next === undefined ? undefined : (next + count) % count
}
