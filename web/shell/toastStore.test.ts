import { expect, test } from 'vitest'
import { buildToasts } from './toastStore.ts'

/** A clock that moves when it is told to. */
function buildClock() {
  let now = 0
  let waiting: { at: number; run: () => void }[] = []
  return {
    after: (ms: number, run: () => void) => {
      const entry = { at: now + ms, run }
      waiting.push(entry)
      return () => void (waiting = waiting.filter((other) => other !== entry))
    },
    pass: (ms: number) => {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
  }
}

function build() {
  const clock = buildClock()
  const toasts = buildToasts(clock)
  const texts = () => toasts.get().map(({ text }) => text)
  return { clock, toasts, texts }
}

test('a message goes after five seconds', () => {
  const { clock, toasts, texts } = build()
  toasts.show('bad', 'one')
  clock.pass(4999)
  expect(texts()).toEqual(['one'])
  clock.pass(1)
  expect(texts()).toEqual([])
})

test('a message under the pointer stays, and goes a second after the pointer has left', () => {
  const { clock, toasts, texts } = build()
  toasts.show('bad', 'one')
  toasts.hold(1)
  clock.pass(60_000)
  expect(texts()).toEqual(['one'])
  toasts.release(1)
  clock.pass(999)
  expect(texts()).toEqual(['one'])
  clock.pass(1)
  expect(texts()).toEqual([])
})

test('a message that is there already is not shown twice', () => {
  const { toasts, texts } = build()
  toasts.show('bad', 'one')
  toasts.show('bad', 'one')
  toasts.show('bad', 'two')
  expect(texts()).toEqual(['one', 'two'])
})

test('an empty message is not shown', () => {
  const { toasts, texts } = build()
  toasts.show('good', '')
  expect(texts()).toEqual([])
})

test('a message can be closed, and its clock with it', () => {
  const { clock, toasts, texts } = build()
  toasts.show('good', 'one')
  toasts.close(1)
  toasts.show('good', 'one')
  clock.pass(4999)
  expect(texts()).toEqual(['one'])
})

test('of two messages that can be undone the later one stands for both', () => {
  const { toasts, texts } = build()
  const undone: string[] = []
  toasts.show('good', 'saved', { label: 'undo', run: () => undone.push('first') })
  toasts.show('good', 'saved', { label: 'undo', run: () => undone.push('second') })
  expect(texts()).toEqual(['saved'])
  toasts.get()[0]?.act?.run()
  expect(undone).toEqual(['second'])
})
