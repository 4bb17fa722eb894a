import { useEffect } from 'react'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { currentStrings } from '#web/platform/strings/strings.ts'
import { isSaveOrPrint, isAllowedKey, type FocusTarget, blockedAction } from './keys.ts'

const blockedEvents = ['selectstart', 'contextmenu', 'dblclick', 'copy', 'cut', 'dragstart'] as const

/** Copy protection: only reading is possible inside `region`. */
export function useProtection(region: HTMLElement | null, isProtected: boolean) {
  useEffect(() => {
    if (!region || !isProtected) return undefined
    const onBlockedEvent = (event: Event) => {
      if (focusTargetOf(event.target) === 'field') return
      event.preventDefault()
      if (event.type === 'copy' || event.type === 'cut') notifyRefusal('copy')
    }
    for (const name of blockedEvents) region.addEventListener(name, onBlockedEvent)
    return () => {
      for (const name of blockedEvents) region.removeEventListener(name, onBlockedEvent)
    }
  }, [region, isProtected])

  useEffect(() => {
    if (!region || !isProtected) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = event.target === document.body || (event.target instanceof Node && region.contains(event.target))
      const isBlocked = isInside ? !isAllowedKey(event, focusTargetOf(event.target)) : isSaveOrPrint(event)
      if (!isBlocked) return
      event.preventDefault()
      const action = blockedAction(event)
      if (action) notifyRefusal(action)
    }
    // A capturing listener runs before all others; it does not stop the event, because Ctrl+F is handled further
    // inside.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [region, isProtected])
}

function notifyRefusal(what: 'copy' | 'print') {
  const t = currentStrings().reader
  showToast('caution', what === 'copy' ? t.mayNotCopy : t.mayNotPrint)
}

function focusTargetOf(target: EventTarget | null): FocusTarget {
  if (!(target instanceof Element)) return 'text'
  if (target.closest('input:not([type=radio]), textarea')) return 'field'
  return target.closest('button, a[href], input, [role=menuitem]') ? 'control' : 'text'
}
