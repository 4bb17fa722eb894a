import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type RefObject, useCallback, useState } from 'react'
import { currentSession } from '#web/session/session.ts'
import type { Writing } from './FormWindow.tsx'

/**
 * The ways out of a form: whoever closes it, goes back or closes the tab with something unsaved is asked first. Whoever
 * is signed out is not: what was written waits for him as a draft.
 */
export function useLeaving(writing: RefObject<Writing | null>, onClose: () => void) {
  const [isClosing, setClosing] = useState(false)
  const isUnsaved = useCallback(() => writing.current?.isUnsaved() === true, [writing])
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => current.pathname !== next.pathname && currentSession().at === 'signed-in' && isUnsaved(),
    [isUnsaved],
  )
  const going = useBlocker({ shouldBlockFn, enableBeforeUnload: isUnsaved, withResolver: true })
  const stay = () => {
    setClosing(false)
    going.reset?.()
  }
  return {
    isAsking: isClosing || going.status === 'blocked',
    leave: () => (isUnsaved() ? setClosing(true) : onClose()),
    stay,
    go: () => {
      writing.current?.forget()
      if (going.status === 'blocked') going.proceed()
      else onClose()
    },
  }
}
