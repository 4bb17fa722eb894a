import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** At least twice what the slowest file needs on a slow machine: only a file that grows out of the suite fails. */
const budget_s = 30
const slowest = 10

/**
 * Prints the slowest test files, names each test that passed only on its retry (decision 0060), and fails the run for a file
 * above its budget of processor time, which is the same on a busy machine. The nightly run has no budget.
 */
export class TestReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest) {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]) {
    const times = modules.map(timesOf).sort((one, other) => other.seconds - one.seconds)
    this.#vitest?.logger.log(
      `Slowest files, in seconds (of the processor), with their slowest test:\n${times.slice(0, slowest).map(line).join('\n')}`,
    )
    for (const module of modules)
      for (const test of module.children.allTests())
        if (test.diagnostic()?.flaky) this.#vitest?.logger.error(`FLAKY: ${module.relativeModuleId} > ${test.fullName}`)
    if (process.env['NIGHTLY'] === '1') return
    const tooSlow = times.filter(({ cpu }) => cpu > budget_s)
    for (const time of tooSlow) this.#vitest?.logger.error(`More than ${budget_s} s of the processor:${line(time)}`)
    if (tooSlow.length > 0) process.exitCode = 1
  }
}

type Times = { file: string; seconds: number; cpu: number; slowest: string }

const timesOf = (module: TestModule): Times => ({
  file: module.relativeModuleId,
  seconds: module.diagnostic().duration / 1000,
  cpu: module.meta().cpuSeconds ?? 0,
  slowest: slowestTest(module),
})

/** The title of the test that took longest, with its seconds. */
function slowestTest(module: TestModule): string {
  const times = [...module.children.allTests()].map((test) => ({
    title: test.name,
    ms: test.diagnostic()?.duration ?? 0,
  }))
  const [first] = times.sort((one, other) => other.ms - one.ms)
  return first ? `${(first.ms / 1000).toFixed(1)} ${first.title}` : ''
}

const line = ({ file, seconds, cpu, slowest }: Times) =>
  `${seconds.toFixed(1).padStart(7)} (${cpu.toFixed(1)}) ${file}: ${slowest}`
