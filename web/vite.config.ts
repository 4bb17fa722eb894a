import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The calls and files of the server; the modules of `web/api` have an ending. */
const calls = String.raw`^/(api|files)/[^.]*$`

// Vite reads the default export of its configuration; it is the only one in the house.
export default defineConfig({
  root: here('.'),
  plugins: [react()],
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
  },
})
