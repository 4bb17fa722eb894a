/**
 * Starts the server on a database of your own. The only file of this room that does something when it is imported.
 *
 * What Node makes of our files is kept in `.cache`, for the next start and for the threads of the search: a start is
 * faster, and what strips the types is not loaded, which takes more memory than all of our own code. For that this one
 * file is plain JavaScript. Where nothing can be kept, nothing is.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../.cache/compiled', import.meta.url))
// Threads look only there.
if (enableCompileCache(folder).directory !== undefined) process.env.NODE_COMPILE_CACHE ??= folder

const { start } = await import('./start.ts')
await start()
