/**
 * Starts the server on a database of your own. The only module of `server` that has an effect when it is imported.
 *
 * Compiled code is cached in `.cache/compiled` for the next start and for the search threads: a start is faster, and the
 * type stripper is not loaded, which takes more memory than the whole application. This file is plain JavaScript, because
 * it runs before the cache is enabled. Where the folder cannot be written, nothing is cached.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../.cache/compiled', import.meta.url))
// Worker threads read only this variable.
if (enableCompileCache(folder).directory !== undefined) process.env.NODE_COMPILE_CACHE ??= folder

const { start } = await import('./start.ts')
await start()
