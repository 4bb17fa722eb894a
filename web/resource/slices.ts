/** A slice of work that no frame notices, and what lies between two, in milliseconds. */
const slice_ms = 6
const pause_ms = 4
/** A page that nobody sees draws no frames. */
const noFrame_ms = 100

/** Does some of a work until it is enough. Answers whether all is done. */
export type Some = (isEnough: () => boolean) => boolean

/** Does as much of a work as one slice holds. */
export function oneSlice(some: Some): boolean {
  const end = performance.now() + slice_ms
  return some(() => performance.now() > end)
}

/**
 * Does a work in slices behind the next frame, with time for keys and frames between them. Answers how to stop it. It does
 * not wait until the browser thinks itself idle: on a machine with much else to do that never comes.
 */
export function inSlices(some: Some, onDone: () => void = () => undefined): () => void {
  const stop = () => {
    cancelAnimationFrame(frame)
    clearTimeout(waiting)
  }
  const goOnIn = (time_ms: number) => {
    waiting = setTimeout(() => {
      stop()
      if (oneSlice(some)) onDone()
      else goOnIn(pause_ms)
    }, time_ms)
  }
  let waiting: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    clearTimeout(waiting)
    goOnIn(pause_ms)
  })
  goOnIn(noFrame_ms)
  return stop
}
