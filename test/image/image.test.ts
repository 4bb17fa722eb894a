import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#server/auth/demoPassword.ts'
import { readEnv } from '#server/config/env.ts'
import { serverFlags } from '#scripts/serverFlags.ts'
import { type ApiClient, signedIn } from '#test/apiClient.ts'
import { cloneDemoLibrary } from '#test/demoLibrary.ts'
import { readablePdf } from '#test/files.ts'
import { nightlyTest } from '#test/nightly.ts'
import { portOf } from '#test/processes.ts'
import { buildImage, imageUser, readCommand, readCopy, readStages, readVariables, root } from './buildImage.ts'

/** What the Dockerfile assumes of the program. The image itself needs a container engine. */

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every path that the Dockerfile copies from the repository exists and is in the build context', () => {
  const context = read('.dockerignore')
  const copies = readStages().flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'COPY'))
  const sources = copies.map(({ text }) => readCopy(text)).flatMap((one) => (one.from === undefined ? one.sources : []))
  expect(sources).toContain('server')
  expect(sources.filter((path) => !existsSync(join(root, path)) || !context.includes(`\n!${path}\n`))).toEqual([])
})

test('the image has the Node of package.json, and starts the server with its flags as the unit does', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  expect(read('Dockerfile')).toContain(`\nARG NODE=${dependencies['node'] ?? ''}\n`)
  expect(readCommand()).toEqual(['node', ...serverFlags, 'server/main.mjs'])
  expect(read('deploy/hukum.service')).toContain(`node ${serverFlags.join(' ')} server/main.mjs\n`)
  expect(read('Dockerfile')).toContain(`node ${serverFlags.join(' ')} scripts/start.mjs --prepare`)
})

test('the proxies ask whether a server takes requests, not whether each of its parts is there', () => {
  expect(read('deploy/Caddyfile')).toContain('health_uri /readyz/proxy\n')
  expect(read('deploy/kubernetes.yaml')).toMatch(/readinessProbe:\n +httpGet: \{ path: \/readyz\/proxy, /)
})

test('the container files and the unit set variables that the server has', () => {
  const known = new Set([...read('.env.example').matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map(([, name]) => name))
  const named: Record<string, string[]> = {
    Dockerfile: Object.keys(readVariables()),
    'compose.yaml': namesIn(
      /environment: &environment\n.*?\n\n/s.exec(read('compose.yaml'))?.[0] ?? '',
      / {4}([A-Z]\w+):/g,
    ),
    'deploy/kubernetes.yaml': namesIn(read('deploy/kubernetes.yaml'), /^ {2}([A-Z]\w+): /gm),
    'deploy/hukum.service': namesIn(
      (read('deploy/hukum.service').match(/^Environment=.*$/gm) ?? []).join(' '),
      /[ =]([A-Z_\d]+)=/g,
    ),
  }
  const ofNode = /^NODE_|^npm_/
  for (const [file, names] of Object.entries(named)) {
    expect(names.length, file).toBeGreaterThan(3)
    expect(
      names.filter((name) => !known.has(name) && !ofNode.test(name)),
      file,
    ).toEqual([])
  }
})

test('compose passes every setting of .env to the servers, or it has its own', () => {
  const compose = read('compose.yaml')
  const block = /environment: &environment\n.*?\n\n/s.exec(compose)?.[0] ?? ''
  const passed = [...block.matchAll(/^ {4}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))
  /** Set by the image, by `tools`, or of no use in a container. */
  const leftOut = ['PORT', 'WS_PORT', 'HOST', 'DATA_DIR', 'SEED', 'LOG_FORMAT', 'CLAMD_SOCKET', 'BACKUP_PASSPHRASE_FILE'] // prettier-ignore
  const settings = namesIn(read('.env.example'), /^(?:# )?([A-Z0-9_]+)=/gm)
  expect(settings.filter((name) => !leftOut.includes(name) && !passed.some((one) => one.name === name))).toEqual([])
  const ofEnv = passed.filter(({ value }) => value.startsWith('${') && value.endsWith(':-}'))
  expect(ofEnv.filter(({ name, value }) => value !== `\${${name}:-}`)).toEqual([])
  // What .env does not have arrives empty.
  expect(() => readEnv(Object.fromEntries(ofEnv.map(({ name }) => [name, ''])))).not.toThrow()
})

test('no server or command waits for OpenSearch or the replica, nor for the first database once the replica is promoted', () => {
  expect(read('compose.cluster.yaml')).not.toContain('depends_on')
  const servers = namesIn(read('compose.yaml'), /^ {2}(\w+):(?: \*server|\n {4}<<: \*server)$/gm)
  expect(servers).toEqual(['app1', 'app2', 'app3', 'worker', 'tools'])
  for (const name of servers)
    expect(read('compose.promoted.yaml')).toContain(
      `\n  ${name}:\n    environment: *environment\n    depends_on: !reset []\n`,
    )
})

test('clamd has the socket that its image waits for', () => {
  expect(read('deploy/clamd.conf')).toContain('\nLocalSocket /tmp/clamd.sock\n')
})

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')

describe('the folder of the image, started by a user who cannot write it', () => {
  /** What ends the server, drops its database and deletes the folders, in this order. */
  const closers: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
  })

  async function openImage() {
    const program = buildImage()
    const folders = mkdtempSync(join(tmpdir(), 'hukum-image-data-'))
    closers.push(() => [join(program, '..'), folders].map((path) => rmSync(path, { recursive: true, force: true })))
    const database = await cloneDemoLibrary(join(folders, 'data/index'))
    closers.push(database.drop)
    makeWritable(folders, ['data', 'tmp', 'backups'])
    return { program, folders, env: environmentOf(folders, database.url) }
  }

  function startServer(program: string, env: Record<string, string>) {
    const [node = '', ...parameters] = readCommand()
    const server = spawn(join(program, 'node_modules/.bin', node), parameters, {
      cwd: program,
      env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...imageUser,
    })
    const ended = once(server, 'exit')
    closers.push(() => (server.kill('SIGTERM'), ended))
    let debug = ''
    server.stderr.on('data', (bytes: Buffer) => (debug += bytes.toString()))
    return { server, debug: () => debug }
  }

  nightlyTest(
    'serves the web, signs in, searches, reads a PDF, makes a backup, and writes nothing to its folder',
    { timeout: longest_ms },
    async () => {
      const { program, folders, env } = await openImage()
      const before = listFiles(program)
      const { server, debug } = startServer(program, env)
      const address = `http://127.0.0.1:${await portOf(server)}`

      expect(await statusOf(`${address}/`)).toBe(200)
      expect(await statusOf(`${address}/healthz`)).toBe(200)
      await expect.poll(() => readinessOf(address), { timeout: 300_000 }).toMatchObject({ status: 'ready' })
      await checkHealth(program, address)
      const administrator = await signedIn(address, 'admin@hukum.test', demoPassword)
      const { status, body } = await administrator.call('g/search', { Type: 'CaseFile', Query: 'ހުކުމް' })
      expect([status, (body['data'] as unknown[]).length]).toEqual([200, 12])
      expect(await readPdf(administrator)).toBe('Analyzed')

      expect(runTool(program, env, folders)).toMatch(/rows of \d+ tables/)
      // The cached code of the image is used: it belongs to its path, its flags and the id of its user.
      expect(debug()).toMatch(/cache for .*\/server\/app\.ts.* was accepted/)
      expect(listFiles(program)).toEqual(before)
    },
  )
})

/** Packages are installed, and the web is built. */
const longest_ms = 1_800_000

/** Gives folders in `folder` to the user of the image. */
function makeWritable(folder: string, names: readonly string[]) {
  chmodSync(folder, 0o755)
  const { uid = 0, gid = 0 } = imageUser
  for (const name of names) {
    mkdirSync(join(folder, name), { recursive: true })
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${uid}:${gid}`, join(folder, name)])
  }
}

/** The environment of the image, on folders that its user may write. */
function environmentOf(folders: string, databaseUrl: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    ...readVariables(),
    // Other machines cannot reach the accounts of the demo library.
    HOST: '127.0.0.1',
    PORT: '0',
    LOGIN_OTP: 'never',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folders, 'data'),
    TMPDIR: join(folders, 'tmp'),
    HOME: '/nonexistent',
    npm_config_cache: join(folders, 'tmp/npm'),
  }
}

/** Every file with its size and the time of its last change. */
const listFiles = (folder: string) =>
  execFileSync('find', [folder, '-printf', '%P %s %T@\n'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .sort()

const statusOf = async (url: string) => (await fetch(url)).status
const readinessOf = async (address: string): Promise<unknown> => (await fetch(`${address}/readyz`)).json()

/** The health check of the image succeeds while the server answers, and fails where none does. */
async function checkHealth(program: string, address: string) {
  const [, ...parameters] = readCommand('HEALTHCHECK')
  const check = (port: string) =>
    new Promise((resolve) => {
      const child = spawn(join(program, 'node_modules/.bin/node'), parameters, { env: { PORT: port }, stdio: 'ignore' })
      child.once('exit', resolve)
    })
  expect(await check(new URL(address).port)).toBe(0)
  expect(await check('1')).toBe(1)
}

/** Uploads a PDF and has it analyzed in a confined process; returns the state in which the analysis ends. */
async function readPdf(client: ApiClient) {
  const sent = await client.upload('analysis.pdf_file', readablePdf('Judgment', 2), 'judgment.pdf')
  const { id: file } = sent.body['data'] as { id: number }
  const [court] = (await client.done('courts/get'))['data'] as { id: number }[]
  const created = await client.done('analysis/create', { court: court?.id, pdf_file: file })
  const { id } = created['data'] as { id: number }
  await client.done('analysis/runAnalysis', { id })
  const status = async () => ((await client.done('analysis/find', { id }))['data'] as { status: string }).status
  await expect.poll(status, { timeout: 120_000 }).not.toBe('Pending')
  return status()
}

/** A command of `npm run`, by the user of the image: npm installs nothing and writes nothing next to the program. */
const runTool = (program: string, env: Record<string, string>, folders: string) =>
  execFileSync('npm', ['run', '--silent', 'backup', '--', join(folders, 'backups')], {
    cwd: program,
    env: { ...env, BACKUP_PASSPHRASE_FILE: join(program, 'LICENSE') },
    encoding: 'utf8',
    ...imageUser,
  })
