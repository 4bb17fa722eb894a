import { migrate } from '#server/db/migrate.ts'

/** Migrates a database, as the start of a server does, in a process that a test can kill. */
await migrate(process.argv[2] ?? '')
