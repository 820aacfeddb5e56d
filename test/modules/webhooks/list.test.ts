import { rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { type RunningService, start } from '#main.ts'
import { endpoints } from '#projections/webhooks/endpoints.ts'
import { startProjector } from '#projector/projector.ts'
import { readServiceConfig } from '#service-config.ts'
import { logIn, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, sharedKeys, testEnvironment } from '../../harness/service.ts'
import { standstill } from '../../harness/standstill.ts'
import { suite } from '../../harness/suite.ts'
import { runningStores } from '../../projector/running-stores.ts'

/** Two API processes, and a projector that is another one. */
const test = suite('the list of endpoints')
const stores = await runningStores()
const environment = testEnvironment({
  ...stores.urls,
  ROLES: 'api',
  ...sharedKeys(),
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
})
const instances: RunningService[] = []
for (let number = 0; number < 2; number += 1)
  instances.push(await start(readServiceConfig(environment), { log: testLog() }))
const [one, other] = await Promise.all(instances.map(({ url }) => logIn(url, ADMIN.email, ADMIN.password)))
let projector: ReturnType<typeof startProjector> | undefined

test.after(async () => {
  await projector?.stop()
  await Promise.all(instances.map(({ stop }) => stop()))
  await stores.stop()
  rmSync(environment.DATA_DIR!, { recursive: true, force: true })
})

const given = { url: 'https://127.0.0.1/hook', events: ['refund.*'] }

async function listed(api = one!): Promise<Record<string, unknown>[]> {
  const { status, body } = await api.get('/webhooks')
  assert.is(status, 200, JSON.stringify(body))
  return body.data
}

test('is unavailable, not empty, before its read model is built', async () => {
  const { status, body } = await one!.impatient().get('/webhooks')
  assert.equal([status, body.error_code], [503, 'SERVICE_UNAVAILABLE'])
})

test('shows what its caller has just created, changed and deleted, whichever process answers', async () => {
  projector = startProjector(stores.deps(), [endpoints])
  await until(
    () => one!.get('/webhooks'),
    ({ status }) => status === 200,
  )
  for (let round = 0; round < 10; round += 1) {
    const [here, there] = round % 2 === 0 ? [one!, other!] : [other!, one!]
    const { webhook_id } = (await here.post('/webhooks', { ...given, metadata: { round } })).body
    const path = `/webhooks/${webhook_id}`
    /**
     * A list waits half a second for the projector: one that was given up on a busy machine took as long, and is
     * asked for again.
     */
    const shows = async (expected: unknown, what: string) => {
      for (let asked = 0; ; asked += 1) {
        const since = performance.now()
        const shown = (await listed(there)).find(row => row.webhook_id === webhook_id)
        const isGivenUp = performance.now() - since > 400
        if (!isGivenUp || asked === 20 || isDeepStrictEqual(shown, expected)) return assert.equal(shown, expected, what)
      }
    }
    const stored = async () => (await there.get(path)).body
    await shows(await stored(), 'created')
    for (const change of [
      { description: `of ${round}`, rate_per_second: 2.5 },
      { status: 'disabled' },
      { status: 'active' },
    ]) {
      assert.is((await here.send('PATCH', path, change)).status, 200)
      await shows(await stored(), JSON.stringify(change))
    }
    assert.is((await here.post(`${path}/rotate-secret`)).status, 200)
    await shows(await stored(), 'rotated')
    assert.is((await here.send('DELETE', path)).status, 200)
    await shows(undefined, 'deleted')
  }
})

test('is the newest first, and holds nothing of the secrets', async () => {
  const secret = 'a secret of the caller'.replaceAll(' ', '_')
  const ids: string[] = []
  for (let number = 0; number < 3; number += 1)
    ids.unshift((await one!.post('/webhooks', { ...given, secret })).body.webhook_id)
  assert.equal(
    (await listed()).map(row => row.webhook_id),
    ids,
  )
  const rows = await stores.db.anyFirst(sql.type(z.object({ row: z.string() }))`
    select e::text as row from read.endpoints as e`)
  assert.is(rows.length, 3)
  const columns = await stores.db.anyFirst(sql.type(z.object({ name: z.string() }))`
    select column_name as name from information_schema.columns where table_schema = 'read' and table_name = 'endpoints'`)
  assert.not.match(columns.join(), /secret|sealed/)
  assert.not(rows.some(row => row.includes(secret) || row.includes('whsec_')))
})

test('waits half a second for a projector that is down, and shows what there is', async () => {
  const before = await listed()
  await projector!.stop()
  const { webhook_id } = (await one!.post('/webhooks', given)).body
  const [started, stoodStillMs] = [performance.now(), standstill()]
  assert.equal(await listed(), before)
  const ms = performance.now() - started
  assert.ok(ms > 400 && ms < 2_000 + stoodStillMs(), `${ms} ms`)
  projector = startProjector(stores.deps(), [endpoints])
  let rows = await listed()
  for (let tries = 0; rows.length === before.length && tries < 20; tries += 1) rows = await listed()
  assert.is(rows[0]?.webhook_id, webhook_id)
})

test.run()
