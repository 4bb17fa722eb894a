import styles from './icons.module.css'

/** Icon paths on a 24 × 24 grid. Those in `directional` are mirrored in right-to-left text. */
const paths = {
  search: 'M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM21 21l-4.3-4.3',
  filter: 'M3 5h18M6.5 12h11M10 19h4',
  close: 'M18 6 6 18M6 6l12 12',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  history: 'M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.3M3.5 3.8v4.5H8M12 7.5V12l3 2',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  more: 'M5 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4zM12 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4zM19 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4z',
  menu: 'M4 6h16M4 12h16M4 18h10',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  next: 'm9 18 6-6-6-6',
  previous: 'm15 18-6-6 6-6',
  last: 'm6 17 5-5-5-5M13 17l5-5-5-5',
  first: 'm18 17-5-5 5-5M11 17l-5-5 5-5',
  forward: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 18l-6-6 6-6',
  external: 'M14 4h6v6M20 4l-9 9M18 13.5V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4.5',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2.5 7.5h-17C4 16.5 6 15 6 10zM10 20.5a2.2 2.2 0 0 0 4 0',
  moon: 'M21 12.8A9 9 0 1 1 11.2 3a7 7 0 0 0 9.8 9.8z',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  contrast: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18M15 3.6v16.8M18 5.3v13.4',
  enlarge: 'M8 3H5a2 2 0 0 0-2 2v3M16 3h3a2 2 0 0 1 2 2v3M8 21H5a2 2 0 0 1-2-2v-3M16 21h3a2 2 0 0 0 2-2v-3',
  reduce: 'M8 3v3a2 2 0 0 1-2 2H3M16 3v3a2 2 0 0 0 2 2h3M8 21v-3a2 2 0 0 0-2-2H3M16 21v-3a2 2 0 0 1 2-2h3',
  panel: 'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM9 4v16',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9S9.5 5.6 12 3z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.9-3.7 3.8-5.5 7.5-5.5s6.6 1.8 7.5 5.5',
  users:
    'M9 11.5a3.8 3.8 0 1 0 0-7.5 3.8 3.8 0 0 0 0 7.5zM2.5 20c.7-3.4 3.2-5 6.5-5s5.8 1.6 6.5 5M16 4.3a3.8 3.8 0 0 1 0 7M18.5 15.4c1.7.8 2.7 2.3 3 4.6',
  logout: 'M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4M16 16.5l4.5-4.5L16 7.5M20.5 12H9',
  login: 'M15 21h4a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2h-4M10 16.5l4.5-4.5L10 7.5M14.5 12H3',
  home: 'M3 11.5 12 4l9 7.5M5.5 10v9a1 1 0 0 0 1 1H10v-5.5h4V20h3.5a1 1 0 0 0 1-1v-9',
  scale: 'M12 4v16M8 20h8M5 7h14M5 7l-3 6.5a3.2 3.2 0 0 0 6 0zM19 7l-3 6.5a3.2 3.2 0 0 0 6 0zM12 4.5v0',
  gavel: 'm14 13-7.5 7.5a2 2 0 0 1-3-3L11 10M15.5 15.5l5-5M8.5 8.5l5-5M9.5 7.5l7 7M12.5 4.5l7 7',
  book: 'M4 5.5A2.5 2.5 0 0 1 6.5 3H20v15H6.5A2.5 2.5 0 0 0 4 20.5zM4 20.5A2.5 2.5 0 0 0 6.5 23H20v-5',
  file: 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5M9 13h6M9 17h4',
  files: 'M15 3H9a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V7zM15 3v4h4M4 8v11a2 2 0 0 0 2 2h9',
  court: 'M3 9.5 12 4l9 5.5zM5 10v7M9.7 10v7M14.3 10v7M19 10v7M3 20.5h18M4 17h16',
  tag: 'M3.5 12.5V5a1.5 1.5 0 0 1 1.5-1.5h7.5l8.5 8.5-9 9zM8 8h.01',
  link: 'M10 14a4.5 4.5 0 0 0 6.6.4l2.8-2.8a4.6 4.6 0 0 0-6.5-6.5L11.5 6.5M14 10a4.5 4.5 0 0 0-6.6-.4l-2.8 2.8a4.6 4.6 0 0 0 6.5 6.5l1.4-1.4',
  layers: 'm12 3 9 5-9 5-9-5zM3 12.5l9 5 9-5M3 16.5l9 5 9-5',
  card: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM2 10h20M6 15h4',
  page: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM3 8.5h18M8 13h8M8 17h5',
  chart: 'M4 20V10M10 20V4M16 20v-7M22 20H2',
  shield: 'M12 3l8 3v5.5c0 4.7-3.2 8-8 9.5-4.8-1.5-8-4.8-8-9.5V6z',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12.5 20 3.5M16 7.5l3 3M19.5 4l2 2',
  lock: 'M6 11h12a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 18 21H6a1.5 1.5 0 0 1-1.5-1.5v-7A1.5 1.5 0 0 1 6 11zM8 11V7.5a4 4 0 0 1 8 0V11',
  calendar: 'M5 5h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 10h18M8 3v4M16 3v4',
  eye: 'M2.5 12S6 5 12 5s9.5 7 9.5 7-3.5 7-9.5 7-9.5-7-9.5-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  'eye-off':
    'M10.6 5.1c.4-.1.9-.1 1.4-.1 6 0 9.5 7 9.5 7a16 16 0 0 1-2.7 3.5M6.3 6.8A15.6 15.6 0 0 0 2.5 12S6 19 12 19c1.9 0 3.5-.7 4.9-1.6M9.9 9.9a3 3 0 0 0 4.2 4.2M3 3l18 18',
  copy: 'M10 8h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM16 8V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h3',
  note: 'M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 9h8M8 12.5h5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11.5V16M12 8h.01',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2.9-1.2 1.8M12 16.8h.01',
  alert: 'M12 4 2.5 20h19zM12 10v4.5M12 17.3h.01',
  inbox: 'M3 13h5l1.5 3h5L16 13h5M5.5 5h13L21 13v4.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5V13z',
  'circle-check': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.3l2.8 2.7L16 9.5',
  'circle-x': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 9l6 6M15 9l-6 6',
  'circle-dot': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 12h.01',
  'arrow-up-circle': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16V8M8.5 11.5 12 8l3.5 3.5',
  'shield-check': 'M12 3l8 3v5.5c0 4.7-3.2 8-8 9.5-4.8-1.5-8-4.8-8-9.5V6zM8.5 12l2.5 2.5 4.5-5',
  pause: 'M9 5v14M15 5v14',
  play: 'M7 4.5v15l12-7.5z',
  scan: 'M8 3H5a2 2 0 0 0-2 2v3M16 3h3a2 2 0 0 1 2 2v3M8 21H5a2 2 0 0 1-2-2v-3M16 21h3a2 2 0 0 0 2-2v-3M7 12h10',
  pencil: 'M4 20l1-4.5L16.5 4a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19zM14.5 6l3.5 3.5',
  trash:
    'M4 6.5h16M9 6.5V4.5A1.5 1.5 0 0 1 10.5 3h3A1.5 1.5 0 0 1 15 4.5v2M6 6.5l.9 12.6A2 2 0 0 0 8.9 21h6.2a2 2 0 0 0 2-1.9L18 6.5M10 11v5.5M14 11v5.5',
  print: 'M7 8V3h10v5M7 17H5a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M7 14h10v7H7z',
  download: 'M12 3v12M7 10.5l5 4.5 5-4.5M4 20.5h16',
  columns: 'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM9 4v16M15 4v16',
  refresh: 'M20.5 11.5a8.5 8.5 0 0 0-15-4.5L3 9.5M3 4.5v5h5M3.5 12.5a8.5 8.5 0 0 0 15 4.5l2.5-2.5M21 19.5v-5h-5',
  computer: 'M4 5h16a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM2 20h20',
  phone:
    'M8 2.5h8A1.5 1.5 0 0 1 17.5 4v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5zM11 18.5h2',
  tablet:
    'M6 2.5h12A1.5 1.5 0 0 1 19.5 4v16a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 20V4A1.5 1.5 0 0 1 6 2.5zM11 18.5h2',
  'arrow-back': 'M8.5 14.5 4 10l4.5-4.5M4 10h10a6 6 0 0 1 0 12h-3',
} as const

export type IconName = keyof typeof paths

const directional: ReadonlySet<IconName> = new Set([
  'next',
  'previous',
  'play',
  'first',
  'last',
  'forward',
  'back',
  'external',
  'logout',
  'login',
  'menu',
  'filter',
  'panel',
  'file',
  'note',
  'arrow-back',
])

/** A decorative icon, hidden from screen readers: text next to it has the meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={directional.has(name) ? styles.directional : styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}

/** The icon of a stored name, such as of a case status; a dot for an unknown name. */
export const iconNamed = (name: string): IconName => (Object.hasOwn(paths, name) ? (name as IconName) : 'circle-dot')
