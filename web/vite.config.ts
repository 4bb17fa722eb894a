import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { shippedPackages } from './shippedPackages.ts'
import { themeVariables } from './ui/styles/themeVariables.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** API and file paths of the server. Paths with an extension are modules of the web. */
const calls = String.raw`^/(api|files)/[^.]*$`

/** Appends the variables of Mantine's theme to the style sheet. */
export const mantineVariables = (): Plugin => ({
  name: 'mantine-variables',
  enforce: 'pre',
  transform: (code, id) => (/\/ui\/styles\/all\.css(\?|$)/.test(id) ? `${code}\n${themeVariables()}` : undefined),
})

/** Writes each text file also compressed by Brotli and gzip, so that the server compresses nothing at run time. */
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
  plugins: [react(), mantineVariables(), shippedPackages(here('..')), precompress()],
  server: { proxy: { [calls]: 'http://127.0.0.1:4000' } },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    // One style sheet: no flash of unstyled content while a screen loads.
    cssCodeSplit: false,
    // Inlining a small image into a script costs more than a request.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Compressing the files takes most of a build; the log need not say so.
      checks: { bundlerTimings: false },
      output: {
        // Automatic splitting makes a chunk of each set of modules that the same screens share: a list would load eighty.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 2 },
            // The other modules of every screen.
            {
              name: 'first',
              test: /web\/(ui\/(IconButton|Spinner|Segments|Avatar|classes|dialogs\/useLazyDialog|brand\/Logo)|platform\/(preferences\/Switches|navigation\/links|session\/decisions))\.|shared\/(limits|text\/(format\/(isolate|days|dates|yesNo)|language\/(script|fold|tokenizer|memoize)))\.|react-(query|router)\/\w+\/(modern|esm)\/(queryOptions|useRouter|routerContext)|use-sync-external-store/,
              priority: 1,
            },
            {
              name: 'overlay',
              test: /@mantine\/(core\/esm\/(core|components\/(Portal|Transition|FocusTrap|Overlay))|hooks\/esm\/(use-(id|disclosure|reduced-motion|focus-trap|focus-return|uncontrolled|callback-ref)|utils\/random-id))\/|@floating-ui|react-query\/|web\/(ui\/(Alert|Card|column)|platform\/typing\/ThaanaToggle)\./,
            },
            { name: 'popover', test: /@mantine\/core\/esm\/components\/Popover\// },
            {
              name: 'controls',
              test: /@mantine\/core\/esm\/(components\/(Input|InputBase|TextInput|Checkbox|CloseButton|UnstyledButton|Loader)\/|utils\/Inline)/,
            },
            {
              name: 'dialogs',
              test: /@mantine\/core\/esm\/components\/(ModalBase|Modal|Drawer|Menu|ScrollArea|Radio|Tabs)\/|react-remove-scroll|web\/ui\/(dialogs\/|Pager|Chip)/,
            },
          ],
        },
      },
    },
  },
})
