import { foldSome, type PreparedRows } from './localList.ts'

/** A slice of work that no frame notices, in milliseconds. */
const slice_ms = 6

/** Folds the words of all rows while nothing else is to do, so that the first key finds them ready. Answers how to stop it. */
export function foldAhead(prepared: PreparedRows, onDone: () => void = () => undefined): () => void {
  let waiting = 0
  const goOn = () => {
    const end = performance.now() + slice_ms
    if (foldSome(prepared, () => performance.now() > end)) onDone()
    else waiting = later(goOn)
  }
  waiting = later(goOn)
  return () => cancel(waiting)
}

// Safari knows no idle time.
const later = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, slice_ms)
const cancel = (waiting: number) =>
  'cancelIdleCallback' in window ? window.cancelIdleCallback(waiting) : clearTimeout(waiting)
