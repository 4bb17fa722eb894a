import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './buildWeb.ts'

/** `npm test` runs everything, `npm run check` the quick half, `npm run e2e` the browser, `npm run test:doors` the doors. Stops after the first stage in which something fails. */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
// vitest starts workers with the Node that is first on the path.
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
  NODE_ENV: 'test',
  ...(process.argv[2] === 'doors' && { PRINT_DOORS: '1' }),
}

type Outcome = { passed: boolean; said: string }
type Step = { name: string; run: () => Promise<Outcome> }

/** What a step says is shown when it is done, so that steps beside each other do not talk at once. */
const command = (name: string, file: string, ...parameters: string[]): Step => ({
  name,
  run: () =>
    new Promise((settle) => {
      const child = spawn(file, parameters, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
      child.once('error', (error) => settle({ passed: false, said: error.message }))
      child.once('close', (code) => settle({ passed: code === 0, said }))
    }),
})

/** Lint takes as long as the two others together: they fill two cores. */
const statics: Step[] = [
  command('types', bin('tsc'), '-b', '.'),
  command('lint', bin('eslint'), '.', '--cache', '--cache-location', '.cache/eslint'),
  command(
    'format',
    bin('prettier'),
    '--check',
    '--log-level',
    'warn',
    '--cache',
    '--cache-location',
    '.cache/prettier',
    '.',
  ),
]
const modules = ['server', 'shared', 'web', 'db', 'scripts', 'bench', 'test']
/** Layers and circles by dependency-cruiser; files, exports, and dependencies without a user by knip. */
const structure: Step[] = [
  command('layers', bin('depcruise'), '--config', '.dependency-cruiser.mjs', ...modules),
  command('unused code', bin('knip')),
  command('unused code of the product', bin('knip'), '--production'),
]
const vitest = command('tests of functions and of the server', bin('vitest'), 'run')
/** First what fails soonest. */
const check: Step[][] = [statics, structure, [vitest]]

const browser: Step[] = [
  { name: 'browser', run: bringChromium },
  { name: 'web', run: () => buildWeb({ say: () => undefined }).then(() => ({ passed: true, said: '' })) },
  command('tests in the browser', bin('vitest'), 'run', '--config', 'vitest.e2e.config.ts'),
]

/** Every call with every key, and the matrix of paths to a session and states of an account, printed. */
const doors = [
  command('doors of sessions', bin('vitest'), 'run', 'test/accounts/doorsOfSessions.test.ts'),
  command('doors', bin('vitest'), 'run', 'test/doors.test.ts', 'test/access.test.ts', 'test/hiddenFields.test.ts'),
]

/** Stages follow each other; the steps of a stage run beside each other. The browser wants the machine for itself. */
const plans: Record<string, Step[][]> = {
  check,
  doors: [doors],
  e2e: browser.map((step) => [step]),
  all: [...check, ...browser.map((step) => [step])],
}

/** Debian's Chromium, when none is found and it may be installed. */
async function bringChromium(): Promise<Outcome> {
  if (process.env['CHROMIUM'] || existsSync('/usr/bin/chromium')) return { passed: true, said: '' }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return {
      passed: false,
      said: 'The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
    }
  console.log('Installing Chromium…')
  const updated = await command('', 'apt-get', 'update', '-q').run()
  const install = ['install', '-y', '-q', '--no-install-recommends', 'chromium']
  return updated.passed ? command('', 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...install).run() : updated
}

type Result = Outcome & { name: string; seconds: number }

async function runStep(step: Step): Promise<Result> {
  const begun = performance.now()
  const outcome = await step.run()
  const result = { ...outcome, name: step.name, seconds: Math.round((performance.now() - begun) / 1000) }
  if (result.said.trim() !== '') console.log(`\n▸ ${step.name}\n${result.said.trim()}`)
  return result
}

const results: Result[] = []
for (const stage of plans[process.argv[2] ?? 'all'] ?? []) {
  results.push(...(await Promise.all(stage.map(runStep))))
  if (results.some(({ passed }) => !passed)) break
}

const failed = results.filter(({ passed }) => !passed)
console.log('')
for (const { name, passed, seconds } of results) console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
console.log(`steps: ${results.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1
