import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { mantineVariables } from '#web/vite.config.ts'
import { webFolder } from './webFolder.ts'

const root = join(import.meta.dirname, '../..')
const fixtures = join(import.meta.dirname, 'fixtures')
const stamp = join(root, '.cache/e2e/built')

/** Copies the built web into the folder of the test servers, and builds the fixture page into it, unless it is up to date. */
export async function buildFixtures() {
  const sources = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  rmSync(webFolder, { recursive: true, force: true })
  cpSync(join(root, 'dist/web'), webFolder, { recursive: true })
  await build({
    configFile: false,
    root: fixtures,
    logLevel: 'error',
    plugins: [react(), mantineVariables()],
    build: {
      outDir: webFolder,
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(fixtures, 'form.html') },
    },
  })
  writeFileSync(stamp, sources)
}

/** The stamp of the built web names its sources. */
function hashOfSources() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'dist/web/.built')))
  for (const file of readdirSync(fixtures).sort()) hash.update(file).update(readFileSync(join(fixtures, file)))
  return hash.digest('hex')
}
