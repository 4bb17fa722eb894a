import { useFullscreenDocument } from '@mantine/hooks'
import { languagePreference, type Theme, themePreference, themes, usePreference } from './preferences.ts'
import { loadStrings, useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { IconName } from '#web/ui/icons.tsx'
import styles from './Switches.module.css'

type SwitchProps = { on?: 'surface' | 'chrome' }

/** Switches to the next theme, and names it. */
export function ThemeSwitch({ on = 'chrome' }: SwitchProps) {
  const theme = usePreference(themePreference)
  const { top } = useStrings()
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? themes[0]
  return (
    <IconButton on={on} icon={themeIcons[next]} label={top.themes[next]} onClick={() => themePreference.set(next)} />
  )
}

const themeIcons: Record<Theme, IconName> = { mixed: 'contrast', dark: 'moon', light: 'sun' }

/** Switches to the other language, named in itself. */
export function LanguageSwitch({ on = 'chrome' }: SwitchProps) {
  const otherLanguage = useLanguage() === 'dv' ? 'en' : 'dv'
  const { languages, errors } = useStrings()
  const change = () => {
    languagePreference.set(otherLanguage)
    // Also where the preference is that already, and its strings could not be loaded.
    loadStrings(otherLanguage).catch(() => showToast('bad', errors.network))
  }
  return (
    <button
      type="button"
      className={on === 'chrome' ? styles.onChrome : styles.onSurface}
      lang={otherLanguage}
      onClick={change}
    >
      {languages[otherLanguage]}
    </button>
  )
}

/** Hidden where the browser does not support full screen. */
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
