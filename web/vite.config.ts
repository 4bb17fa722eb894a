import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The calls and files of the server; a module has an ending. */
const calls = String.raw`^/(api|files)/[^.]*$`

/** Every text file also in brotli and gzip, so that the server compresses nothing. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const files = await readdir(dir, { recursive: true })
    await Promise.all(files.filter((file) => /\.(js|css|svg)$/.test(file)).map((file) => compress(join(dir, file))))
  },
})

async function compress(file: string) {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

// Vite reads the default export of its configuration.
export default defineConfig({
  root: here('.'),
  plugins: [react(), precompress()],
  server: { proxy: { [calls]: 'http://127.0.0.1:4000' } },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    // Styles are one file: a screen never flashes unstyled while its own sheet is on the way.
    cssCodeSplit: false,
    // A small image inside a script costs more than a request.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What a first visit needs of overlays stays in one script: split by who shares it, it is larger.
        codeSplitting: {
          groups: [
            {
              name: 'overlay',
              test: /@mantine\/(core\/esm\/components\/(Portal|Transition|FocusTrap|Overlay)|hooks\/esm\/use-(id|disclosure|reduced-motion|focus-trap|focus-return)|hooks\/esm\/utils\/random-id)|@floating-ui/,
            },
          ],
        },
      },
    },
  },
})
