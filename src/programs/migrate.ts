import { type MigrationStatus, migrate, migrationStatus, pendingOf } from '#edge/postgres/schema.ts'
import { withOfflineDatabase } from '#lifecycle/offline-stores.ts'
import { migrationsOf } from '#migrations.ts'
import { modules } from '#modules.ts'
import { readServiceConfig } from '#service-config.ts'
import { runCommand } from '#terminal/command-line.ts'

const POOL_MAX = 2

const COMMAND = {
  start: 'npm run migrate --',
  about: `Applies all pending migrations of the schemas \`ops\` and \`vault\` in one transaction. A service does the same when it starts. Works on
DATABASE_URL or the embedded PostgreSQL, also while services run. Tables of read models have no migrations: they are built from the event
store.`,
  options: { status: { type: 'boolean', help: 'show what is applied and what is pending, and change nothing' } },
} as const

await runCommand(COMMAND, ({ values: { status: isStatus } }) =>
  withOfflineDatabase(
    readServiceConfig(),
    async db => {
      const migrations = migrationsOf(modules)
      const status = await migrationStatus(db, migrations)
      if (isStatus) return show(status)
      const pending = pendingOf(status)
      if (pending.length > 0) console.log(`applying ${pending.join(', ')}`)
      const applied = await migrate(db, migrations)
      console.log(applied.length === 0 ? 'nothing to apply' : `${applied.length} applied`)
    },
    { poolMax: POOL_MAX },
  ),
)

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
