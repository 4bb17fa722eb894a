import { useFullscreenDocument } from '@mantine/hooks'
import { languageChoice, type Theme, themeChoice, themes, useChoice } from '#web/choices.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { IconName } from '#web/ui/icons.tsx'
import styles from './Switches.module.css'

type On = { on?: 'surface' | 'chrome' }

/** Leads to the next of the themes, and says to which. */
export function ThemeSwitch({ on = 'chrome' }: On) {
  const theme = useChoice(themeChoice)
  const { top } = useStrings()
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? themes[0]
  return <IconButton on={on} icon={themeIcons[next]} label={top.themes[next]} onClick={() => themeChoice.set(next)} />
}

const themeIcons: Record<Theme, IconName> = { mixed: 'contrast', dark: 'moon', light: 'sun' }

/** Offers the other language, in its own words. */
export function LanguageSwitch({ on = 'chrome' }: On) {
  const other = useLanguage() === 'dv' ? 'en' : 'dv'
  const { languages } = useStrings()
  return (
    <button
      type="button"
      className={on === 'chrome' ? styles.onChrome : styles.onSurface}
      lang={other}
      onClick={() => languageChoice.set(other)}
    >
      {languages[other]}
    </button>
  )
}

/** Not there where the browser cannot fill the screen. */
export function FullScreenSwitch() {
  const { toggle, fullscreen } = useFullscreenDocument()
  const { top } = useStrings()
  if (!document.fullscreenEnabled) return null
  return (
    <IconButton
      on="chrome"
      icon={fullscreen ? 'reduce' : 'enlarge'}
      label={fullscreen ? top.leaveFullScreen : top.fullScreen}
      className={styles.wideOnly ?? ''}
      onClick={() => void toggle()}
    />
  )
}
