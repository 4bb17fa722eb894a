type Send = (line: number | null) => void

/** The others see at the pace of reading where a user writes. */
const interval_ms = 2000

/**
 * Reports the line in which the user writes, null outside the text: the first at once, then the last of each interval if it
 * differs.
 */
export function createLineReporter(send: Send) {
  let current: number | null = null
  let sent: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendCurrent = () => {
    timer = undefined
    if (current === sent) return
    sent = current
    send(current)
    timer = setTimeout(sendCurrent, interval_ms)
  }
  return {
    report: (line: number | null) => {
      current = line
      if (timer === undefined) sendCurrent()
    },
    /** Reports the line again: a new connection has none. */
    repeat: () => {
      sent = null
      if (timer === undefined) sendCurrent()
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      if (sent !== null) send(null)
      current = null
      sent = null
    },
  }
}
