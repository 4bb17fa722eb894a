import { useEffect } from 'react'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { currentStrings } from '#web/platform/strings/strings.ts'

const blockedEvents = ['selectstart', 'contextmenu', 'dblclick', 'copy', 'cut', 'dragstart'] as const

/** Copy protection: only reading is possible inside `region`, and in quotations of the text outside of it, as in dialogs. */
export function useProtection(region: HTMLElement | null, isProtected: boolean) {
  useEffect(() => {
    if (!region || !isProtected) return undefined
    const onBlockedEvent = (event: Event) => {
      if (!isProtectedIn(region, event.target) || focusTargetOf(event.target) === 'field') return
      event.preventDefault()
      if (event.type === 'copy' || event.type === 'cut') notifyRefusal('copy')
    }
    for (const name of blockedEvents) document.addEventListener(name, onBlockedEvent)
    return () => {
      for (const name of blockedEvents) document.removeEventListener(name, onBlockedEvent)
    }
  }, [region, isProtected])

  useEffect(() => {
    if (!region || !isProtected) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = event.target === document.body || isProtectedIn(region, event.target)
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

/** Whether a target is in the region or in a quotation. Some events have a text node as their target. */
const isProtectedIn = (region: HTMLElement, target: EventTarget | null) =>
  target instanceof Node &&
  (region.contains(target) ||
    Boolean((target instanceof Element ? target : target.parentElement)?.closest('[data-quote]')))

function notifyRefusal(what: 'copy' | 'print') {
  const strings = currentStrings().reader
  showToast('caution', what === 'copy' ? strings.mayNotCopy : strings.mayNotPrint)
}

function focusTargetOf(target: EventTarget | null): FocusTarget {
  if (!(target instanceof Element)) return 'text'
  if (target.closest('input:not([type=radio]), textarea')) return 'field'
  return target.closest('button, a[href], input, [role=menuitem]') ? 'control' : 'text'
}

/** A key event; a `KeyboardEvent` is one. */
type Key = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** The focused element: an input, a control that Enter activates, or the text. */
type FocusTarget = 'field' | 'control' | 'text'

/** The keys of reading by keyboard and screen reader. The specification allows only F5. */
const navigationKeys = new Set([
  'Tab',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  ' ',
  'F5',
  // Modifier keys alone do nothing.
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
])

/** Zoom keys: accessibility requires them. */
const zoomKeys = new Set(['+', '-', '=', '0'])

/** Whether a key is allowed in a reader with a protected text. */
export function isAllowedKey(event: Key, focus: FocusTarget): boolean {
  if (isSaveOrPrint(event)) return false
  if (focus === 'field') return true
  if (navigationKeys.has(event.key)) return true
  if (event.key === 'Enter') return focus === 'control'
  return hasCommandKey(event) && zoomKeys.has(event.key)
}

/** Ctrl+P and Ctrl+S, also on a Thaana keyboard, whose `key` is the Thaana letter. */
export function isSaveOrPrint(event: Key & { code?: string }): boolean {
  if (!hasCommandKey(event)) return false
  return event.code === 'KeyP' || event.code === 'KeyS' || /^[ps]$/i.test(event.key)
}

/** The blocked action of a key, where the user is notified of it. */
export function blockedAction(event: Key & { code?: string }): 'copy' | 'print' | undefined {
  if (isSaveOrPrint(event)) return 'print'
  const isCopying = event.code === 'KeyC' || event.code === 'KeyX' || /^[cx]$/i.test(event.key)
  return hasCommandKey(event) && isCopying ? 'copy' : undefined
}

/** Ctrl+F opens find in page. */
export function isFindShortcut(event: Key & { code?: string }): boolean {
  return hasCommandKey(event) && (event.code === 'KeyF' || event.key.toLowerCase() === 'f')
}

const hasCommandKey = ({ ctrlKey, metaKey }: Key) => ctrlKey || metaKey
