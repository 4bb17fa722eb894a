import type { Label } from '#shared/resource/field.ts'

type Palette = Readonly<Record<string, Label>>

/** The colors and icons of statuses: what the form offers and the server accepts. Their names are stored. */
const palettes = {
  color: {
    good: { dv: 'ފެހި', en: 'Green' },
    bad: { dv: 'ރަތް', en: 'Red' },
    caution: { dv: 'ރީނދޫ', en: 'Yellow' },
    note: { dv: 'ނޫ', en: 'Blue' },
    neutral: { dv: 'އަޅި', en: 'Grey' },
  },
  icon: {
    'circle-check': { dv: 'ރަނގަޅު ފާހަގަ', en: 'Check mark' },
    'circle-x': { dv: 'ކަތުރު ފާހަގަ', en: 'Cross' },
    'circle-dot': { dv: 'ތިކި', en: 'Dot' },
    'arrow-up-circle': { dv: 'މައްޗަށް ހުރި ތީރު', en: 'Arrow up' },
    'arrow-back': { dv: 'އަނބުރާ ދާ ތީރު', en: 'Arrow back' },
    'shield-check': { dv: 'އައްޑަނަ', en: 'Shield' },
    refresh: { dv: 'އެނބުރޭ ތީރު', en: 'Round arrows' },
    alert: { dv: 'އިންޒާރު', en: 'Warning' },
    info: { dv: 'މަޢުލޫމާތު', en: 'Information' },
    gavel: { dv: 'މަރުތެޔޮ', en: 'Gavel' },
    scale: { dv: 'މީޒާން', en: 'Scales' },
    lock: { dv: 'ތަޅު', en: 'Lock' },
    pencil: { dv: 'ފަންސުރު', en: 'Pencil' },
    note: { dv: 'ނޯޓު', en: 'Note' },
  },
} as const satisfies Record<'color' | 'icon', Palette>

/** The palette of a text field's input, if it has one. */
export const paletteOf = (input: string | undefined): Palette | undefined =>
  input === 'color' || input === 'icon' ? palettes[input] : undefined
