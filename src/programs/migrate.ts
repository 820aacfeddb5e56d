import { readConfig } from '#config/config.ts'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { type MigrationStatus, migrate, migrationStatus, pendingOf } from '#edge/postgres/schema.ts'
import { startOfflineDatabase } from '#lifecycle/offline-stores.ts'
import { migrationsOf } from '#migrations.ts'
import { modules } from '#modules.ts'
import { runCommand } from '#terminal/command-line.ts'

/** Migrations come one after the other, in one transaction. */
const POOL_MAX = 2

const COMMAND = {
  start: 'npm run migrate --',
  about: `Brings the schemas \`ops\` and \`vault\` up to this version, all pending migrations in one transaction. A service does so itself when
it starts. Works on DATABASE_URL or the embedded PostgreSQL, also beside running services. The tables of read models are no part
of it: they are built from the event store.`,
  options: { status: { type: 'boolean', help: 'show what is applied and what is pending, and change nothing' } },
} as const

await runCommand(COMMAND, async ({ values }) => {
  const { databaseUrl, stop } = await startOfflineDatabase(readConfig())
  let db: Database | undefined
  try {
    db = await connectPostgres(databaseUrl, { poolMax: POOL_MAX })
    const migrations = migrationsOf(modules)
    const status = await migrationStatus(db, migrations)
    if (values.status) show(status)
    else {
      const pending = pendingOf(status)
      if (pending.length > 0) console.log(`applying ${pending.join(', ')}`)
      const applied = await migrate(db, migrations)
      console.log(applied.length === 0 ? 'nothing to apply' : `${applied.length} applied`)
    }
  } finally {
    await db?.end()
    await stop()
  }
})

function show(status: readonly MigrationStatus[]): void {
  const known = new Set(migrationsOf(modules).map(({ name }) => name))
  const width = Math.max(...status.map(({ name }) => name.length))
  for (const { name, applied_at } of status) {
    const when = applied_at === null ? 'pending' : `applied ${applied_at}`
    console.log(`${name.padEnd(width)}  ${when}${known.has(name) ? '' : ', by a newer version'}`)
  }
  const pending = pendingOf(status).length
  console.log(pending === 0 ? 'nothing is pending' : `${pending} pending; \`npm run migrate\` applies them`)
}
