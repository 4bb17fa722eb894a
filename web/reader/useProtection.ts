import { useEffect } from 'react'
import { showToast } from '#web/shell/toasts.ts'
import { currentStrings } from '#web/strings/strings.ts'
import { isSavingOrPrinting, mayPass, type Place, refusedBy } from './keys.ts'

const blocked = ['selectstart', 'contextmenu', 'dblclick', 'copy', 'cut', 'dragstart'] as const

/** Keeps a text from being taken away: only plain reading passes inside `region`. */
export function useProtection(region: HTMLElement | null, isProtected: boolean) {
  useEffect(() => {
    if (!region || !isProtected) return undefined
    const stop = (event: Event) => {
      if (placeOf(event.target) === 'field') return
      event.preventDefault()
      if (event.type === 'copy' || event.type === 'cut') refuse('copy')
    }
    for (const name of blocked) region.addEventListener(name, stop)
    return () => {
      for (const name of blocked) region.removeEventListener(name, stop)
    }
  }, [region, isProtected])

  useEffect(() => {
    if (!region || !isProtected) return undefined
    const press = (event: KeyboardEvent) => {
      const isInside = event.target === document.body || (event.target instanceof Node && region.contains(event.target))
      const isStopped = isInside ? !mayPass(event, placeOf(event.target)) : isSavingOrPrinting(event)
      if (!isStopped) return
      event.preventDefault()
      const refused = refusedBy(event)
      if (refused) refuse(refused)
    }
    // Captured, so that nothing inside hears the key first; it goes on, because Ctrl+F is heard further in.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [region, isProtected])
}

function refuse(what: 'copy' | 'print') {
  const t = currentStrings().reader
  showToast('caution', what === 'copy' ? t.mayNotCopy : t.mayNotPrint)
}

function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return 'text'
  if (target.closest('input:not([type=radio]), textarea')) return 'field'
  return target.closest('button, a[href], input, [role=menuitem]') ? 'control' : 'text'
}
