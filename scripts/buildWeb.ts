import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../', import.meta.url))
const output = join(root, 'dist/web')
const stamp = join(output, '.built')

/** Builds the web when its sources have changed since the last build. */
export async function buildWeb({ say }: { say: (sentence: string) => void }) {
  const sources = hashOf(['web', 'shared', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return

  say('Building the web…')
  await asProduction(async () => {
    const { build } = await import('vite')
    await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  })
  compress(output)
  writeFileSync(stamp, sources)
}

/** Vite would build what `NODE_ENV` names, and whoever runs tests has named it. */
async function asProduction(work: () => Promise<void>) {
  const { NODE_ENV: named } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await work()
  } finally {
    if (named === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = named
  }
}

function hashOf(paths: string[]) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesOf(join(root, path))).sort())
    hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return []
  if (/\.\w+$/.test(path) && !path.endsWith('.d')) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Every text file also in brotli and gzip, so that nothing is compressed twice. */
function compress(folder: string) {
  for (const file of filesOf(folder).filter((path) => /\.(js|css|html|svg)$/.test(path))) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
