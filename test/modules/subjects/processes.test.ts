import { rmSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { KEY_CACHE_MS } from '#edge/vault/vault.ts'
import { start } from '#main.ts'
import { readServiceConfig } from '#service-config.ts'
import { logIn, until } from '../../harness/client.ts'
import { killableService } from '../../harness/killable-service.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, sharedKeys, testEnvironment } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { runningStores } from '../../projector/running-stores.ts'
import { erase, reaches, refunded, subjectReaches } from './people.ts'

/** An erasure by one process is obeyed by all, and one that is killed goes on; with the times that the service has. */
const test = suite('erasure over processes')
/** Beyond what is waited for by design: the machine may be busy. */
const BUSY_MS = 90_000
const keys = sharedKeys()

test('a process with a cached key shows nothing of the person once the cache has expired', async () => {
  const stores = await runningStores()
  const environment = testEnvironment({ ...stores.urls, ...keys })
  const instances = [await start(readServiceConfig(environment), { log: testLog() })]
  instances.push(await start(readServiceConfig({ ...environment, ROLES: 'api' }), { log: testLog() }))
  try {
    const [one, other] = await Promise.all(instances.map(({ url }) => logIn(url, ADMIN.email, ADMIN.password)))
    const { refund_id } = await refunded(one!, 'user-1')
    await reaches(one!, refund_id, 'completed')
    const events = await until(
      () => other!.get(`/events?object=${refund_id}`),
      ({ body }) => body.data.length === 3 && JSON.stringify(body).includes('Ada Lovelace'),
    )
    assert.is((await other!.get(`/refund/${refund_id}`)).body.beneficiary.name, 'Ada Lovelace')
    const { body } = await erase(one!, 'user-1')
    assert.is(body.status, 'shredding')
    // By the person's own stream, at once; what is sealed and was remembered how to open, within its time.
    assert.is((await other!.get(`/refund/${refund_id}`)).body.beneficiary.name, '[erased]')
    await until(
      () => other!.get(`/events/${events.body.data[0].id}`),
      // While the list has only heard of the restriction, the event is not there.
      ({ body }) => body.data?.beneficiary.name === '[erased]',
      KEY_CACHE_MS + BUSY_MS,
    )
    await subjectReaches(other!, 'user-1', 'shredded', KEY_CACHE_MS + BUSY_MS)
    const { body: told } = await other!.get(`/events?object=${refund_id}`)
    assert.not.match(JSON.stringify(told), /Ada|70\*/)
  } finally {
    await Promise.all(instances.map(({ stop }) => stop()))
    await stores.stop()
    rmSync(environment.DATA_DIR!, { recursive: true, force: true })
  }
})

test('an erasure continues after kills in the middle of it', async () => {
  const service = killableService(keys)
  let running = await service.start()
  const killAndStart = async () => {
    running.child.kill('SIGKILL')
    await running.gone
    running = await service.start()
    return logIn(running.url, ADMIN.email, ADMIN.password)
  }
  try {
    let admin = await logIn(running.url, ADMIN.email, ADMIN.password)
    const { refund_id } = await refunded(admin, 'user-1')
    await reaches(admin, refund_id, 'completed')
    // The first kill falls somewhere into the request, the others into what goes on after it.
    const asked = erase(admin, 'user-1').catch(() => null)
    await new Promise(resolve => setTimeout(resolve, 30))
    admin = await killAndStart()
    await asked
    await until(
      () => erase(admin, 'user-1'),
      ({ status }) => status === 202,
    )
    for (const status of ['shredding', 'shredding']) {
      await subjectReaches(admin, 'user-1', status, BUSY_MS)
      admin = await killAndStart()
    }
    const { body } = await subjectReaches(admin, 'user-1', 'shredded', KEY_CACHE_MS + BUSY_MS)
    assert.ok(body.erasure.keys_deleted_at)
    const { body: record } = await admin.get(`/refund/${refund_id}`)
    assert.equal([record.status, record.beneficiary.name], ['completed', '[erased]'])
    assert.is((await admin.get(`/audit/refunds/${refund_id}`)).body.chain.intact, true)
  } finally {
    await service.stop()
  }
})

test.run()
