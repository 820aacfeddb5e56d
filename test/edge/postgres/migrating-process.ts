import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { steps } from './migration-steps.ts'

/** Migrates the database that is named, and freezes when it comes from the first step to the second. */
const [url = ''] = process.argv.slice(2)
const [first, second] = steps
let isFirstBegun = false

const db = await connectPostgres(url)
await migrate(db, [
  {
    name: first.name,
    get statements() {
      isFirstBegun = true
      return first.statements
    },
  },
  {
    get name() {
      if (isFirstBegun) process.kill(process.pid, 'SIGSTOP')
      return second.name
    },
    statements: second.statements,
  },
])
await db.end()
