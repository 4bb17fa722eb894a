import { currentStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { buttonClass, ButtonContent } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { IconName } from '#web/ui/icons.tsx'
import styles from './links.module.css'

type ButtonProps = {
  variant?: 'primary' | 'soft' | 'ghost' | 'outline'
  size?: 'sm' | 'md' | 'lg'
  icon?: IconName
  endIcon?: IconName
}

function ButtonAnchor({
  variant,
  size,
  icon,
  endIcon,
  children,
  className,
  ...anchor
}: ButtonProps & ComponentPropsWithRef<'a'>) {
  const variantProps = { ...(variant && { variant }), ...(size && { size }) }
  return (
    <a {...anchor} className={classes(buttonClass(variantProps), className)}>
      <ButtonContent icon={icon} endIcon={endIcon}>
        {children}
      </ButtonContent>
    </a>
  )
}

/** A link styled as a button. */
export const ButtonLink: LinkComponent<typeof ButtonAnchor> = createLink(ButtonAnchor)

function TextAnchor({ className, ...anchor }: ComponentPropsWithRef<'a'>) {
  return <a {...anchor} className={classes(styles.text, className)} />
}

/** A link within text. */
export const TextLink: LinkComponent<typeof TextAnchor> = createLink(TextAnchor)

/**
 * Opens a tab whose address is known later. Browsers block a tab that is opened later than its click as a pop-up, and some of
 * them every tab: then a toast opens it.
 */
export function openTab() {
  const tab = window.open('about:blank', '_blank')
  return {
    close: () => tab?.close(),
    show: (address: string) => (tab ? leadTo(tab, address) : offer(address)),
  }
}

function leadTo(tab: Window, address: string) {
  tab.opener = null
  tab.location.replace(address)
}

function offer(address: string) {
  const { errors, viewer } = currentStrings()
  const run = () => {
    const tab = window.open('about:blank', '_blank')
    if (tab) leadTo(tab, address)
  }
  showToast('caution', errors.tabBlocked, { label: viewer.openInNewTab, run })
}
