import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { connectionsMax, readAllowedConnections, warnOfFewConnections } from '#edge/postgres/allowed-connections.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { readRunningStores } from '#embedded/running-stores.ts'
import { logIn } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('connections to PostgreSQL')
const POOL_MAX = 5
const REQUESTS = 200
const service = await startTestService({ DATABASE_POOL_MAX: String(POOL_MAX) })
const { db } = service.service
test.after(() => service.end())

test('a process with small pools answers under load, and opens no more than they hold', async () => {
  const { admin } = service
  const ofService = sql.unsafe`select count(*)::int from pg_stat_activity where usename = 'postgres'
    and backend_type = 'client backend'`
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) most = Math.max(most, (await db.oneFirst(ofService)) as number)
  })()
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, (_, n) => admin.get(n % 2 === 0 ? '/refund/list' : '/fraud/alerts')),
  )
  isOver = true
  await watching
  assert.equal([...new Set(answers.map(({ status }) => status))], [200])
  assert.ok(most > POOL_MAX, `${most} connections: both pools are used`)
  assert.ok(most <= connectionsMax(POOL_MAX), `${most} connections`)
  assert.ok(await logIn(service.url, ADMIN.email, ADMIN.password))
})

test('a server that allows too few connections for one process is named once, with what to change', async () => {
  await db.query(sql.unsafe`create role narrow login password 'narrow' connection limit 8`)
  const url = new URL(readRunningStores(service.environment.DATA_DIR!)!.databaseUrl!)
  url.username = 'narrow'
  url.password = 'narrow'
  const narrow = await connectPostgres(url.href, { poolMax: 2 })
  try {
    assert.is(await readAllowedConnections(narrow), 8)
    const lines: string[] = []
    const log = testLog(line => lines.push(JSON.parse(line).msg))
    await warnOfFewConnections(narrow, 3, log)
    assert.equal(lines, [], '7 are enough')
    await warnOfFewConnections(narrow, 4, log)
    assert.equal(lines, [
      'PostgreSQL allows 8 connections, and this process alone opens up to 9: raise max_connections, or lower DATABASE_POOL_MAX',
    ])
    await db.query(sql.unsafe`alter role narrow connection limit -1`)
    assert.is(await readAllowedConnections(narrow), 97, 'three of 100 are for superusers')
  } finally {
    await narrow.end()
  }
})

test.run()
