import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './buildWeb.ts'

/** `npm test` runs everything, `npm run check` the quick half, `npm run e2e` the browser. Stops at the first step that fails. */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
// vitest starts workers with the Node that is first on the path.
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
  NODE_ENV: 'test',
}

type Step = { name: string; run: () => Promise<boolean> }

const command = (name: string, file: string, ...parameters: string[]): Step => ({
  name,
  run: () =>
    new Promise((settle) => {
      const child = spawn(file, parameters, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
      child.once('error', () => settle(false))
      child.once('exit', (code) => settle(code === 0))
    }),
})

const check: Step[] = [
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
  command('tests of the rooms', bin('vitest'), 'run', '--reporter=dot'),
]

const browser: Step[] = [
  { name: 'browser', run: bringChromium },
  { name: 'web', run: () => buildWeb({ say: console.log }).then(() => true) },
  command('tests in the browser', bin('vitest'), 'run', '--config', 'vitest.e2e.config.ts'),
]

const plans: Record<string, Step[]> = { check, e2e: browser, all: [...check, ...browser] }

/** Debian's Chromium, when none is found and it may be installed. */
async function bringChromium() {
  if (process.env['CHROMIUM'] || existsSync('/usr/bin/chromium')) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
    )
    return false
  }
  console.log('Installing Chromium…')
  const quiet = (...parameters: string[]) => command('apt', 'sh', '-c', `${parameters.join(' ')} > /dev/null`).run()
  await quiet('apt-get', 'update', '-q')
  return quiet(
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    '-y',
    '-q',
    '--no-install-recommends',
    'chromium',
  )
}

const results: { name: string; passed: boolean; seconds: number }[] = []
for (const step of plans[process.argv[2] ?? 'all'] ?? []) {
  const begun = performance.now()
  console.log(`\n▸ ${step.name}`)
  const passed = await step.run()
  results.push({ name: step.name, passed, seconds: Math.round((performance.now() - begun) / 1000) })
  if (!passed) break
}

const failed = results.filter((result) => !result.passed)
for (const { name, passed, seconds } of results) console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
console.log(`steps: ${results.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1
