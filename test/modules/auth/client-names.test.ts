import * as assert from 'uvu/assert'
import { changeClient } from '#commands/auth/change-client.ts'
import { registerClient } from '#commands/auth/register-client.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import { until } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { startEdge } from '../../http/edge-under-test.ts'
import { systemContext } from '../../http/system-context.ts'

const test = suite('names of clients')
const edge = await startEdge({ instances: 2 })
const [one] = edge.instances
test.after(edge.stop)
const call = async (method: string, path: string, json: object, instance = one!) =>
  instance.call(method, path, { token: await edge.logIn(), json })
const make = (name: string, instance = one!) => call('POST', '/admin/clients', { name }, instance)
const rename = (id: unknown, name: string) => call('PATCH', `/admin/clients/${id}`, { name })

/** The refusal names the field, and whose the name is. */
function isTaken({ status, body }: Awaited<ReturnType<typeof make>>, holder: unknown) {
  const { field, reason } = body.details as { field: string; reason: string }
  assert.equal([status, body.error_code, field], [409, 'CONFLICT', 'name'])
  assert.is(reason, `is the name of another client, ${holder}`)
}

test('a second client of a name is refused, in whatever spelling, also while the first is suspended', async () => {
  const { status, body } = await make('Bank of Example')
  assert.is(status, 201)
  for (const name of ['Bank of Example', ' bank  OF example ', 'Ｂank of Example', 'Bank\u200b of Ex\u00adample\u202e'])
    isTaken(await make(name), body.client_id)
  await call('PATCH', `/admin/clients/${body.client_id}`, { status: 'disabled' })
  isTaken(await make('BANK OF EXAMPLE'), body.client_id)
  const other = await make('Another Bank of Example')
  assert.is(other.status, 201)
  isTaken(await rename(other.body.client_id, 'bank of example'), body.client_id)
  const kept = await one!.call('GET', `/admin/clients/${other.body.client_id}`, { token: await edge.logIn() })
  assert.is(kept.body.name, 'Another Bank of Example')
})

test('a name of invisible characters only is refused', async () => {
  for (const name of ['', ' ', '\u00a0 \u3000', '\u200b', '\u3164']) {
    const { status, body } = await make(name)
    assert.equal([status, body.error_code], [400, 'INVALID_REQUEST'], JSON.stringify(name))
    assert.equal((body.details as { fields: object }).fields, [{ field: 'name', reason: 'must not be empty' }])
  }
})

test('of two clients with one name at the same moment, on two instances, one is made', async () => {
  for (let round = 1; round <= 5; round += 1) {
    const answers = await Promise.all(edge.instances.map(instance => make(`Twins ${round}`, instance)))
    assert.equal(answers.map(({ status }) => status).sort(), [201, 409])
    const made = answers.find(({ status }) => status === 201)!
    isTaken(answers.find(({ status }) => status === 409)!, made.body.client_id)
  }
})

test('a client keeps its name in another spelling, and a name that it gave up is free after 30 s', async () => {
  const { body } = await make('Old Name')
  assert.equal((await rename(body.client_id, 'OLD NAME')).body.name, 'OLD NAME')
  assert.is((await rename(body.client_id, 'New Name')).status, 200)
  isTaken(await make('Old Name'), body.client_id)
  edge.pass(30_000)
  const second = await make('Old Name')
  assert.is(second.status, 201)
  isTaken(await rename(body.client_id, 'Old Name'), second.body.client_id)
  await rename(second.body.client_id, 'Third Name')
  edge.pass(30_000)
  assert.is((await rename(body.client_id, 'Old Name')).status, 200)
  isTaken(await make('Old Name'), body.client_id)
})

test('a name that is spelt otherwise while it is given up is not had by two', async () => {
  const { body: first } = await make('Race Bank')
  edge.pass(30_000)
  const { execute } = one!.service
  let second: Awaited<ReturnType<typeof make>> | undefined
  const run: Execute['run'] = async (family, ...rest) => {
    if (family.prefix === 'client-' && second === undefined) {
      await rename(first.client_id, 'Other Bank')
      second = await make('Race Bank')
    }
    return execute.run(family, ...rest)
  }
  const service = { ...one!.service, execute: { ...execute, run } }
  const context = systemContext(one!.auth.now())
  const respelling = changeClient(service, context, { client_id: String(first.client_id), name: 'RACE BANK' })
  assert.is(await respelling.catch((error: { code: string }) => error.code), 'CONFLICT')
  assert.is(second?.status, 201)
})

test('a name that was taken for a client that never came is free after 30 s', async () => {
  const { execute } = one!.service
  const lost = { ...one!.auth, execute: { ...execute, run: failing(execute.run) } }
  const context = systemContext(one!.auth.now())
  const registering = registerClient(lost, context, { name: 'Lost Bank', tier: 'B' })
  assert.is(await registering.catch((error: Error) => error.message), 'the process is killed here')
  assert.is((await make('Lost Bank')).status, 409)
  edge.pass(30_000)
  assert.is((await make('Lost Bank')).status, 201)
})

/** Ends before the client's own stream is written. */
function failing(run: Execute['run']): Execute['run'] {
  return async (family, ...rest) => {
    if (family.prefix === 'client-') throw new Error('the process is killed here')
    return run(family, ...rest)
  }
}

test('a client from before names were taken has its name', async () => {
  const service = await startTestService()
  try {
    const { admin } = service
    const register = { type: 'register', client_id: null, name: 'Elder Bank', tier: 'B', agreed_limit: null } as const
    await service.service.execute.run(clients, 'clt_elder', register, systemContext(new Date()))
    await until(
      () => admin.get('/admin/clients?limit=100'),
      ({ body }) => body.data?.some(({ client_id }: { client_id: string }) => client_id === 'clt_elder'),
    )
    const { status, body } = await admin.post('/admin/clients', { name: 'elder bank' })
    assert.equal([status, body.details.reason], [409, 'is the name of another client, clt_elder'])
    assert.is((await admin.send('PATCH', '/admin/clients/clt_elder', { name: 'Elder Bank', tier: 'C' })).status, 200)
    assert.is((await admin.send('PATCH', '/admin/clients/clt_elder', { name: 'Younger Bank' })).status, 200)
    assert.is((await admin.post('/admin/clients', { name: 'Elder Bank' })).status, 201)
  } finally {
    await service.end()
  }
})

test.run()
