import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { prepareCompileCache } from '#server/analysis/child/confinement.ts'
import { buildWeb } from './buildWeb.ts'
import { clusterVariable } from '#test/cluster.ts'
import { openTestCluster } from '#test/globalSetup.ts'
import { nodeFlags } from '#test/nodeFlags.ts'
import { openTemporaryFolder } from './testFolder.ts'

/**
 * `npm test` runs everything, `npm run nightly` every variant too, `npm run check` the static checks and the server tests, `npm run e2e` the browser tests
 * (`npm run e2e -- lists` one file), `npm run e2e:cluster` the same with three servers behind a proxy, `npm run test:access` the tests of access control, `npm run chaos:database`,
 * `chaos:kill`, `chaos:shutdown`, `chaos:faults`, `chaos:analysis`, `chaos:files`, `chaos:race`, `chaos:clock`, `chaos:migrations` and `chaos:cluster` the long versions of the tests of failures, `npm run test:xss` that of hostile texts in the browser, `npm run drill:restore` the restore drill, `npm run fuzz:api`
 * random calls (`npm run fuzz:api -- 1000 7`: 1,000 with the seed 7; `npm run chaos:kill -- 150`: 150 times; `npm run chaos:migrations -- 1000`: 1,000 cases), `npm run fuzz:pdf` hostile PDFs, `npm run mutation`
 * mutants of the pure modules (`npm run mutation -- -m shared/delta/quill.ts`: of one). Stops after the
 * first stage in which a step fails.
 */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
// vitest starts its workers with the first Node on the PATH.
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
  TMPDIR: openTemporaryFolder(),
  // Tests start many processes and threads: without a cache each strips the types of the same modules and compiles them.
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  // The linter checks types by a Go program, which takes a fifth less time when it collects less often.
  GOGC: '400',
  GOMEMLIMIT: '4GiB',
  // Node strips the types itself: Playwright would compile each file of the product that a test imports.
  PW_DISABLE_TS_ESM: '1',
  ...(process.argv[2] === 'access' && { PRINT_ENDPOINTS: '1' }),
  ...(/^(nightly|chaos:|drill:|fuzz|xss)/.test(process.argv[2] ?? '') && { NIGHTLY: '1' }),
  ...(process.argv[2] === 'e2e:cluster' && { E2E_CLUSTER: '1' }),
  ...(/^chaos:(kill|shutdown|migrations)$/.test(process.argv[2] ?? '') &&
    process.argv[3] !== undefined && { CHAOS_ROUNDS: process.argv[3] }),
  ...(process.argv[2] === 'fuzz' && { FUZZ_CALLS: process.argv[3] ?? '100000', FUZZ_SEED: process.argv[4] ?? '1' }),
}

type Outcome = { passed: boolean; output: string }
type Step = { name: string; run: () => Promise<Outcome> }

/** The output is printed when the step ends, so that parallel steps do not mix theirs. */
const command = (name: string, file: string, ...parameters: string[]): Step => ({
  name,
  run: () =>
    new Promise((resolve) => {
      const child = spawn(file, parameters, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
      child.once('error', (error) => resolve({ passed: false, output: error.message }))
      child.once('close', (code) => resolve({ passed: code === 0, output }))
    }),
})

const modules = ['server', 'shared', 'web', 'db', 'scripts', 'bench', 'test']
const staticChecks: Step[] = [
  // Its type-aware half reports the errors of the compiler too: the program is read and checked once.
  command('lint and types', bin('oxlint')),
  command('format', bin('oxfmt'), '--check'),
  command('layers and circles', bin('depcruise'), '--config', '.dependency-cruiser.mjs', ...modules),
  command('unused code', process.execPath, join(import.meta.dirname, 'unusedCode.ts')),
]
const vitest = command('tests of functions and of the server', bin('vitest'), 'run')
const passed: Outcome = { passed: true, output: '' }
/** Once, and not by each worker that runs an analysis. */
const compileCache: Step = { name: 'compiled analysis', run: () => prepareCompileCache().then(() => passed) }
/** In parallel, because the tests wait for databases and processes half of the time. */
const check = [compileCache, ...staticChecks, vitest]

const browserPreparation: Step[] = [
  { name: 'browser', run: installChromium },
  { name: 'web', run: buildTestedWeb },
]
/** The web, and that of the fixtures of the browser tests, which is built while the tests of the server run. */
async function buildTestedWeb(): Promise<Outcome> {
  await buildWeb({ say: () => undefined })
  const { buildFixtures } = await import('#test/e2e/buildFixtures.ts')
  await buildFixtures()
  return passed
}

/** Its workers have the flags of their parent. */
const playwright = [process.execPath, ...nodeFlags, join(root, 'node_modules/@playwright/test/cli.js'), 'test'] as const
const browser = [command('tests in the browser', ...playwright, ...process.argv.slice(3))]

/** Every endpoint with every permission, and the matrix of ways to a session × states of an account, printed. */
const access = [
  command('access by session', bin('vitest'), 'run', 'test/accounts/sessionAccess.test.ts'),
  command(
    'access by endpoint',
    bin('vitest'),
    'run',
    'test/endpoints.test.ts',
    'test/access.test.ts',
    'test/hiddenFields.test.ts',
  ),
]

/** Each failure many times, with the figures of the recovery. */
const chaos = (file: string) => [[command(`failures (${file})`, bin('vitest'), 'run', `test/chaos/${file}`)]]

/** `stryker.config.ts` */
const mutation = [
  command('mutants of the pure modules', bin('stryker'), 'run', 'stryker.config.ts', ...process.argv.slice(3)),
]

const everything = [[...check, ...browserPreparation], browser]
const nightly = [...everything, mutation]

/** Stages run one after the other, the steps of a stage in parallel. The browser tests run alone on the machine. */
const plans: Record<string, Step[][]> = {
  check: [check],
  access: [access],
  'chaos:database': chaos('database'),
  'chaos:kill': chaos('embedded'),
  'chaos:shutdown': chaos('shutdown'),
  'chaos:analysis': chaos('analysis'),
  'chaos:cluster': chaos('cluster'),
  'chaos:faults': chaos('faults'),
  'chaos:files': chaos('files'),
  'chaos:race': chaos('race.'),
  'chaos:clock': chaos('clock'),
  'chaos:migrations': chaos('migrations'),
  xss: [browserPreparation, [command('hostile texts', ...playwright, 'hostile')]],
  'drill:restore': [[command('backup and restore', bin('vitest'), 'run', 'test/restore')]],
  fuzz: [[command('random calls of the API', bin('vitest'), 'run', 'test/fuzz/')]],
  'fuzz:pdf': [[command('hostile and odd PDFs', bin('vitest'), 'run', 'test/hostilePdfs')]],
  e2e: [browserPreparation, browser],
  'e2e:cluster': [browserPreparation, browser],
  all: everything,
  nightly,
  mutation: [mutation],
}

/**
 * Installs Debian's Chromium if it is missing and this user may install it: the headless shell runs the tests, the whole
 * browser shows a PDF.
 */
async function installChromium(): Promise<Outcome> {
  const packages = ['chromium', 'chromium-headless-shell']
  if (process.env['CHROMIUM'] || packages.every((name) => existsSync(`/usr/bin/${name}`))) return passed
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium…')
    const updated = await command('', 'apt-get', 'update', '-q').run()
    const install = ['install', '-y', '-q', '--no-install-recommends', ...packages]
    const installed = await command('', 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...install).run()
    if (updated.passed && installed.passed) return passed
    if (!existsSync('/usr/bin/chromium')) return installed
  }
  if (existsSync('/usr/bin/chromium')) return passed
  return {
    passed: false,
    output:
      'The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  }
}

type Result = Outcome & { name: string; seconds: number }

async function runStep(step: Step): Promise<Result> {
  const start = performance.now()
  const outcome = await step.run()
  const result = { ...outcome, name: step.name, seconds: Math.round((performance.now() - start) / 1000) }
  if (result.output.trim() !== '') console.log(`\n▸ ${step.name}\n${result.output.trim()}`)
  return result
}

const plan = plans[process.argv[2] ?? 'all'] ?? []
// One PostgreSQL for both stages: the browser tests clone the demo library that the tests of the server have built.
const cluster = plan === everything || plan === nightly ? await openTestCluster() : undefined
env[clusterVariable] = cluster && JSON.stringify(cluster)
const results: Result[] = []
for (const stage of plan) {
  results.push(...(await Promise.all(stage.map(runStep))))
  if (results.some(({ passed }) => !passed)) break
}
await cluster?.stop()

const failed = results.filter(({ passed }) => !passed)
console.log('')
for (const { name, passed, seconds } of results) console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
console.log(`steps: ${results.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1
