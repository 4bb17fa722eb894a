import { basename } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** Seconds for one file, above which it is named. */
const budget_s = 30

/** Names every test that passed only on its retry (decision 0060), and prints the seconds of each file. */
export default class FlakyReporter implements Reporter {
  #root: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite) {
    this.#root = suite
  }

  onEnd() {
    const tests = this.#root?.allTests() ?? []
    const seconds = new Map<string, number>()
    for (const test of tests) seconds.set(fileOf(test), (seconds.get(fileOf(test)) ?? 0) + secondsOf(test))
    const times = [...seconds].sort(([, one], [, other]) => other - one)
    console.log(
      `Seconds per file:\n${times.map(([file, time]) => `${time.toFixed(1).padStart(7)} ${file}`).join('\n')}`,
    )
    for (const [file, time] of times) if (time > budget_s) console.log(`MORE THAN ${budget_s} s: ${file}`)
    for (const test of tests)
      if (test.outcome() === 'flaky') console.log(`FLAKY: ${fileOf(test)} > ${test.titlePath().slice(3).join(' > ')}`)
  }
}

const fileOf = ({ location }: TestCase) => basename(location.file)
const secondsOf = ({ results }: TestCase) => results.reduce((sum, { duration }) => sum + duration, 0) / 1000
