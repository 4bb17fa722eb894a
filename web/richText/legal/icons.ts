import { toolPaths } from '#web/richText/editor/ToolIcon.tsx'

/** Icon paths on a 24 × 24 grid, drawn for right-to-left text. */
export const icons = {
  ...toolPaths,
  list: toolPaths.bullets,
  number: 'M14 6H4M14 12H4M14 18H4M19.5 5v4M19.5 15v4',
  footnote: 'M20 6h-9M20 12h-7M20 18H4M7 3.5 5 4.5V11',
  annotation: 'M19 4H5a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h7l5 4v-4h2a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2zM16 8H8M16 12.5H8',
  caseNumber: 'm14 13-7.5 7.5a2 2 0 0 1-3-3L11 10M15.5 15.5l5-5M8.5 8.5l5-5M9.5 7.5l7 7M12.5 4.5l7 7',
  start: 'M20 6H4M20 12H10M20 18H7',
  end: 'M4 6h16M4 12h10M4 18h13',
  color: 'M5 20h14M7.5 16 12 5l4.5 11M9 12.5h6',
  direction: 'M20 8H6M9.5 4.5 6 8l3.5 3.5M4 17h14M14.5 13.5 18 17l-3.5 3.5',
  more: 'M5 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4zM12 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4zM19 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4z',
  find: 'M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM21 21l-4.3-4.3',
  outline: 'M20 6H10M20 12H7M20 18H10M5 6h.01M4 12h.01M5 18h.01',
  fullScreen: 'M8 3H5a2 2 0 0 0-2 2v3M16 3h3a2 2 0 0 1 2 2v3M8 21H5a2 2 0 0 1-2-2v-3M16 21h3a2 2 0 0 0 2-2v-3',
  leaveFullScreen: 'M8 3v3a2 2 0 0 1-2 2H3M16 3v3a2 2 0 0 0 2 2h3M8 21v-3a2 2 0 0 0-2-2H3M16 21v-3a2 2 0 0 1 2-2h3',
} as const

export type LegalIcon = keyof typeof icons
