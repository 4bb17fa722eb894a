import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Came, Order, Work } from './clients.ts'

type Said = { open?: true; gathered?: true; ready?: true; all?: true; came?: Came }

/** Many sockets in some processes, each from an address of its own. */
export async function openCrowd(
  work: Omit<Work, 'localAddress'>,
  { processes, from }: { processes: number; from: number },
) {
  const children = Array.from({ length: processes }, (_, place) => {
    const share = Math.floor(((place + 1) * work.sockets) / processes) - Math.floor((place * work.sockets) / processes)
    const own: Work = { ...work, sockets: share, localAddress: `127.0.0.${from + place}` }
    return fork(join(import.meta.dirname, 'clients.ts'), [JSON.stringify(own)])
  })
  await Promise.all(children.map((child) => heard(child, 'open')))

  function order(what: Order, answer: keyof Said) {
    const answers = children.map((child) => heard(child, answer))
    for (const child of children) child.send(what)
    return Promise.all(answers)
  }

  return {
    /** Lets everybody look at the first list. */
    gather: () => order({ gather: true }, 'gathered'),
    /** Says how many messages are to come on each list to whoever looks at it, before they do. */
    expect: (messages: number[]) => order({ expect: messages }, 'ready'),
    /** Waits until everything came, or for as long as it may take. To be asked before anything is told. */
    async came(ms: number): Promise<Came> {
      await Promise.all(children.map((child) => heard(child, 'all', ms).catch(() => undefined)))
      return (await order({ report: true }, 'came')).map(({ came }) => came ?? failure()).reduce(sum)
    },
    leave: () => Promise.all(children.map(end)),
  }
}

function failure(): never {
  throw new Error('a process of clients answered nothing')
}

const sum = (one: Came, other: Came): Came => ({
  expected: one.expected + other.expected,
  messages: one.messages + other.messages,
  reordered: one.reordered + other.reordered,
  closed: one.closed + other.closed,
  after: [...one.after, ...other.after],
})

function heard(child: ChildProcess, what: keyof Said, ms = 300_000): Promise<Said> {
  return new Promise((settle, fail) => {
    const timer = setTimeout(() => done(() => fail(new Error(`no "${what}" came`))), ms)
    const onMessage = (said: Said) => {
      if (what in said) done(() => settle(said))
    }
    const onExit = () => done(() => fail(new Error('a process of clients ended')))
    function done(say: () => void) {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit)
      say()
    }
    child.on('message', onMessage).once('exit', onExit)
  })
}

/** Ends a process of ours, and waits until it has. */
export function end(child: ChildProcess) {
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()))
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  child.kill('SIGKILL')
  return ended
}
