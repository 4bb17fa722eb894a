import { useEffect, useEffectEvent, useState } from 'react'
import { droppedFiles, hasFiles } from './droppedFiles.ts'

/** A dialog over the list has drop areas of its own. */
const isOverDialog = ({ target }: DragEvent) => target instanceof Element && target.closest('[role="dialog"]') !== null

/**
 * Files that are dragged over the window, and dropped anywhere in it. Returns their number while they are dragged. Without
 * this a browser would leave the page for a dropped file.
 */
export function useFileDrag(isEnabled: boolean, onFiles: (files: File[]) => void): number | undefined {
  const [count, setCount] = useState<number>()
  const receive = useEffectEvent(onFiles)
  useEffect(() => {
    if (!isEnabled) return undefined
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || isOverDialog(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setCount(event.dataTransfer?.items.length ?? 0)
    }
    const leave = (event: DragEvent) => {
      // The drag has left the window, not only an element.
      if (event.relatedTarget === null) setCount(undefined)
    }
    const drop = (event: DragEvent) => {
      setCount(undefined)
      if (!hasFiles(event) || isOverDialog(event) || !event.dataTransfer) return
      event.preventDefault()
      void droppedFiles(event.dataTransfer).then((files) => receive(files))
    }
    window.addEventListener('dragenter', over)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', over)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [isEnabled])
  return count
}
