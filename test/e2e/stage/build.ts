import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { home } from '../browser.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the stage. Answers what puts it on the server under test, at `/stage/`. */
export async function buildStage() {
  const folder = join(tmpdir(), `hukum-stage-${process.pid}`)
  const { build } = await import('vite')
  await build({
    configFile: join(import.meta.dirname, '../../../web/vite.config.ts'),
    root: import.meta.dirname,
    base: '/stage/',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  return async (page: Page) => {
    // The browser does not see where this page comes from: its socket to the server would be another network's.
    await page.context().grantPermissions(['local-network-access'])
    await page.context().route('**/stage/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      const file = pathname === '/stage/' ? 'index.html' : pathname.replace('/stage/', '')
      const body = await readFile(join(folder, file)).catch(() => undefined)
      await (body ? route.fulfill({ body, contentType: types[extname(file)] ?? 'font/woff2' }) : route.abort())
    })
  }
}

export const stageUrl = (query: Record<string, string | number>) =>
  `${home()}/stage/?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`
