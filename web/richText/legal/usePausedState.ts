import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { whenIdle } from '#web/ui/olderBrowsers.ts'

/** How long no key is pressed before the typing counts as paused. */
const pause_ms = 150

/**
 * A part of the state that is derived and drawn when the typing pauses, so that a key does not wait for it. Undefined until
 * the first paint, which does not wait for it either. `read` returns the part as JSON data.
 */
export function usePausedState<Part>(editor: Editor, read: (state: Editor['state']) => Part): Part | undefined {
  const [shown, show] = useState<{ part: Part; text: string }>()
  const update = useEffectEvent(() => {
    if (editor.isDestroyed) return
    const part = read(editor.state)
    const text = JSON.stringify(part)
    if (text !== shown?.text) show({ part, text })
  })
  useEffect(() => {
    let timer = 0
    const cancelFirst = whenIdle(() => update(), 1000)
    const updateLater = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => update(), pause_ms)
    }
    editor.on('transaction', updateLater)
    return () => {
      cancelFirst()
      window.clearTimeout(timer)
      editor.off('transaction', updateLater)
    }
  }, [editor])
  return shown?.part
}
