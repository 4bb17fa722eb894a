import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Builds the folder of the image without a container engine: the instructions of the Dockerfile that concern it. */

export const root = join(import.meta.dirname, '../..')
const bin = join(root, 'node_modules/.bin')

/** An instruction of a Dockerfile, such as COPY, with the rest of its lines. */
type Instruction = { name: string; text: string }

type Stage = { name: string; instructions: Instruction[] }

/** The stages of the Dockerfile; the last one, which is the image, has the name `image`. */
export function readStages(): Stage[] {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', text = ''] = /^\s*([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push({ name: / AS (\w+)$/.exec(text)?.[1] ?? 'image', instructions: [] })
    else stages.at(-1)?.instructions.push({ name, text })
  }
  return stages
}

/** The sources of a COPY, the stage that they are in or undefined for the repository, and the target. */
export function readCopy(text: string) {
  const [, from, paths = text] = /^--from=(\w+) (.*)$/.exec(text) ?? []
  const names = paths.split(' ')
  return { from, sources: names.slice(0, -1), target: names.at(-1) ?? '' }
}

/** The variables that the image sets. */
export function readVariables(): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const text of instructionsOf('ENV'))
    for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) variables[name] = value
  return variables
}

/** The command of the image, or that of another instruction in JSON. */
export const readCommand = (name = 'CMD'): string[] =>
  JSON.parse(
    instructionsOf(name)[0]
      ?.replace(/^.*?(?=\[)/, '')
      .replace(/^CMD /, '') ?? '[]',
  ) as string[]

const instructionsOf = (name: string) =>
  (readStages().at(-1)?.instructions ?? []).filter((one) => one.name === name).map(({ text }) => text)

/** The user of the image: where the tests run as root, that of the embedded database. */
export const imageUser =
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : { uid: process.getuid?.(), gid: process.getgid?.() }

function idOf(flag: string) {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'hukum'])
  return Number(execFileSync('id', [flag, 'hukum'], { encoding: 'utf8' }))
}

/** Builds the stages in a temporary folder; returns the folder of the program, which no other user may write. */
export function buildImage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-image-'))
  chmodSync(folder, 0o755)
  const stages = readStages().filter(({ name }) => name !== 'image')
  for (const { name, instructions } of stages) {
    mkdirSync(join(folder, name))
    for (const instruction of instructions) run(instruction, folder, join(folder, name))
  }
  const program = join(folder, 'program')
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '0:0', program])
  else execFileSync('chmod', ['-R', 'a-w', program])
  return program
}

function run({ name, text }: Instruction, stages: string, folder: string) {
  if (name === 'COPY') copy(text, stages, folder)
  // All packages are here; those of the product are installed as in the image.
  else if (name === 'RUN' && text.startsWith('npm ci') && !text.includes('--omit=dev'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The user exists.
  else if (name === 'RUN' && !text.startsWith('useradd'))
    execFileSync('sh', ['-c', withoutContainer(text, stages)], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
}

const { NODE_COMPILE_CACHE: _, NODE_ENV: _env, ...outer } = process.env
const env = { ...outer, npm_config_prefer_offline: 'true', PATH: `${bin}:${process.env['PATH'] ?? ''}` }

/** Only root can become another user. */
function withoutContainer(command: string, stages: string) {
  const own = command.replace('/tmp/data', join(stages, 'data/first'))
  mkdirSync(join(stages, 'data'), { recursive: true })
  chmodSync(join(stages, 'data'), 0o777)
  return process.getuid?.() === 0
    ? own
    : own.replace('-o hukum -g hukum ', '').replace(/setpriv .*?--clear-groups /, '')
}

function copy(text: string, stages: string, folder: string) {
  const { from, sources, target } = readCopy(text)
  for (const source of sources) {
    const path = from === undefined ? join(root, source) : join(stages, from, source.replace('/opt/hukum', ''))
    cpSync(path, join(folder, target === './' ? basename(source) : target), { recursive: true, filter: isInContext })
  }
}

/** `.dockerignore` leaves the tests out. */
const isInContext = (path: string) => !/\.test\.tsx?$|\/scripts\/(fixtures|train)$/.test(path)
