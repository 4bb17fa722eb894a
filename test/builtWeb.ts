import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const sources = join(import.meta.dirname, '../web')

export const script = 'export const answer = 42\n'.repeat(40)

/** Writes a web as `vite build` leaves it: the page, the public files, and hashed assets with their compressed copies. */
export function writeBuiltWeb(folder: string) {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  cpSync(join(sources, 'index.html'), join(folder, 'index.html'))
  cpSync(join(sources, 'public'), folder, { recursive: true })
  writeFileSync(join(folder, '.built'), 'a hash')
  writeFileSync(join(folder, 'assets/font-1a2b.woff2'), Buffer.alloc(64, 7))
  writeFileSync(join(folder, 'assets/main-3c4d.js'), script)
  writeFileSync(join(folder, 'assets/main-3c4d.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets/main-3c4d.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'index.html.gz'), gzipSync('the page without its settings'))
}
