/** Starts the server on a database of your own. The only file of this room that does something when it is imported. */
import { keepCompiled } from '#server/compiled.ts'

keepCompiled()
// Not before: what is imported above is compiled before anything is done.
const { start } = await import('#server/start.ts')
await start()
