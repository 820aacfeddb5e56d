import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { type Client, logIn } from '../../harness/client.ts'
import { startInstances } from '../../harness/instances.ts'
import { ADMIN } from '../../harness/service.ts'
import { type SpawnedService, spawnService } from '../../harness/spawned-service.ts'
import { suite } from '../../harness/suite.ts'
import { FRIENDLY, messageOf } from './messages.ts'

/** Three instances are asked at the same time, of which one is killed again and again. */
const test = suite('messages on several instances')
/** By how many answers are there. */
const KILLED_AT = [11, 37]
const MESSAGES = 60

const { environment, instances, clients, stop } = await startInstances()
const { store, db } = instances[0]!.service
const admin = clients[0]!
test.after(stop)

/** A client with this many analyses a month, logged in at every instance. */
async function clientWith(per_month: number): Promise<{ client_id: string; email: string; at: Client[] }> {
  const name = `Bank ${randomUUID()}`
  const email = `${randomUUID()}@bank.example`
  const agreed_limit = { per_minute: 1_000_000, per_day: null }
  const { body } = await admin.post('/admin/clients', { name, agreed_limit, sms_quota: { per_month } })
  await admin.post('/admin/users', { client_id: body.client_id, email, role: 'admin', password: ADMIN.password })
  const at = await Promise.all(instances.map(({ url }) => logIn(url, email, ADMIN.password)))
  return { client_id: body.client_id, email, at }
}
const usedBy = (client_id: string) =>
  db.oneFirst(sql.type(z.object({ used: z.coerce.number() }))`
    select used from ops.sms_quota where client_id = ${client_id}`)

test('exactly as many are analysed as the quota allows, single or in batches', async () => {
  const { client_id, at } = await clientWith(50)
  const singles = Array.from({ length: 40 }, (_, n) => at[n % 3]!.post('/sms/analyze', messageOf()))
  const batches = Array.from({ length: 8 }, (_, n) =>
    at[n % 3]!.post('/sms/analyze/batch', { messages: Array.from({ length: 7 }, () => messageOf()) }),
  )
  const answers = await Promise.all([...singles, ...batches])
  for (const { status } of answers) assert.ok(status === 200 || status === 429, `${status}`)
  const isOf = (answer: { body: { results?: unknown[] } }) => answer.body.results?.length ?? 1
  let analysed = answers.filter(({ status }) => status === 200).reduce((sum, answer) => sum + isOf(answer), 0)
  assert.ok(analysed <= 50, `${analysed}`)
  // What no batch fitted into single ones use up.
  while ((await at[0]!.post('/sms/analyze', messageOf())).status === 200) analysed += 1
  assert.equal([analysed, await usedBy(client_id)], [50, 50])
})

test('one message that all instances receive at once is analysed and charged once', async () => {
  const { client_id, at } = await clientWith(3)
  for (let round = 0; round < 3; round += 1) {
    const message = messageOf()
    const asked = Array.from({ length: 9 }, (_, n) =>
      n % 3 === 2
        ? at[n % 3]!.post('/sms/analyze/batch', { messages: [message] })
        : at[n % 3]!.post('/sms/analyze', message),
    )
    const answers = await Promise.all(asked)
    const records = answers.map(({ body }) => body.results?.[0] ?? body)
    for (const record of records) assert.equal(record, records[0])
    const fresh = answers.filter(
      ({ headers, body }) => body.results === undefined && !headers.get('idempotent-replayed'),
    )
    assert.ok(fresh.length <= 1, `${fresh.length}`)
    assert.is((await store.read(analysisStreams.stream(records[0].analysis_id))).length, 1)
    assert.is(await usedBy(client_id), round + 1)
  }
})

test('of two texts under one name at once one is analysed, and the other a conflict', async () => {
  const { client_id, at } = await clientWith(100)
  for (let round = 0; round < 5; round += 1) {
    const message = messageOf()
    const asked = [
      message,
      { ...message, message_content: FRIENDLY },
      message,
      { ...message, message_content: FRIENDLY },
    ]
    const answers = await Promise.all(asked.map((one, n) => at[n % 3]!.post('/sms/analyze', one)))
    assert.equal(answers.map(({ status }) => status).sort(), [200, 200, 409, 409])
    assert.is(await usedBy(client_id), round + 1)
  }
})

test('killed in the middle, an instance loses no answer and charges nothing twice', async () => {
  const { client_id, email } = await clientWith(MESSAGES)
  const messages = Array.from({ length: MESSAGES }, () => messageOf({ message_content: FRIENDLY }))
  const answers = new Map<string, object>()
  async function askAll(client: Client, answered: () => unknown): Promise<void> {
    const left = messages.filter(({ message_id }) => !answers.has(message_id)).values()
    const worker = async () => {
      for (const message of left) {
        const { status, body } = await client.post('/sms/analyze', message)
        assert.is.not(status, 429)
        if (status === 200) answers.set(message.message_id, body)
        answered()
      }
    }
    await Promise.all(Array.from({ length: 4 }, () => worker().catch(() => undefined)))
  }
  let running: SpawnedService | undefined
  try {
    for (const killedAt of [...KILLED_AT, null]) {
      running = await spawnService({ ...environment, ROLES: 'api' })
      const client = await logIn(running.url, email, ADMIN.password)
      const { child } = running
      await askAll(client, () => killedAt !== null && answers.size >= killedAt && child.kill('SIGKILL'))
      if (killedAt === null) break
      await running.gone
      assert.ok(answers.size < MESSAGES)
    }
    assert.is(answers.size, MESSAGES)
    assert.is(await usedBy(client_id), MESSAGES)
  } finally {
    running?.child.kill('SIGTERM')
    await running?.gone
  }
})

test.run()
