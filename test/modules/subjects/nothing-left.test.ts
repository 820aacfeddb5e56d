import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { userSubject } from '#privacy/user-id.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'
import { logIn, until } from '../../harness/client.ts'
import { startHttpsSink } from '../../harness/https-sink.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, reaches, refunded, settlingSoon, subjectReaches } from './people.ts'

/**
 * After an erasure every file and every row is searched for everything of the person that was sealed, and for the
 * keys to it.
 */
const test = suite('what is left of a person who was erased')
const service = await startTestService({}, { modules: settlingSoon() })
const { admin } = service
const { db, store, vault } = service.service
const dataDir = service.environment.DATA_DIR!
const { client_id } = (await admin.get('/api/auth/me')).body
const sink = await startHttpsSink({ authority: await developmentCaOf(dataDir) })
sink.respond(({ body }, response) => void response.setHeader('x-echo', NAME).end(body))

const PERSON = 'customer-7771'
const NAME = 'Wilhelmina Featherstonehaugh'
const ACCOUNT = '91234567890001'
const CORRECTED = '92345678900001'
const DESCRIPTION = 'Her card was cloned at a kiosk'
const DETAILS = 'She called from the hospital'
const EMAIL = 'wilhelmina.f@bank.example'
const DEVICE = { ip: '203.0.113.177', user_agent: 'Featherphone/9.1', fingerprint: 'fp-feather-4711' }
/** Everything that was sealed. */
const SEALED = [NAME, ACCOUNT, CORRECTED, DESCRIPTION, DETAILS, EMAIL, ...Object.values(DEVICE)]

const { body: webhook } = await admin.post('/webhooks', { url: sink.url, events: ['*'] })
const { body: user } = await admin.post('/admin/users', { email: EMAIL, role: 'integrator', password: ADMIN.password })
await logIn(service.url, EMAIL, ADMIN.password)
const paid = await refunded(admin, PERSON, { name: NAME, account: '91234567890002', more: { device: DEVICE } })
await reaches(admin, paid.refund_id, 'failed')
await admin.post(`/refund/${paid.refund_id}/retry`, { update_beneficiary: { account_number: CORRECTED } })
await reaches(admin, paid.refund_id, 'completed')
await admin.post(`/refund/${paid.refund_id}/void`, { reason: 'customer_request', details: DETAILS })
const second = await refunded(admin, PERSON, { name: NAME, account: ACCOUNT, more: { device: DEVICE } })
await reaches(admin, second.refund_id, 'completed')
const { body: described } = await admin.requestRefund({
  ...second.asked,
  refund: { ...second.asked.refund, description: DESCRIPTION },
})
await reaches(admin, described.refund_id, 'completed')
await until(
  () => admin.get(`/webhooks/${webhook.webhook_id}/deliveries?status=succeeded&limit=100`),
  ({ body }) => body.data.length >= 10,
)
await until(
  () => admin.get(`/refund/${paid.refund_id}`),
  ({ body }) => body.reversal_status === 'completed',
)

/** Every row of every table as text, bytes as they are and as hexadecimal digits. */
async function dump(schemas: readonly string[]): Promise<string> {
  const tables = await db.any(sql.type(z.object({ schema: z.string(), name: z.string() }))`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = any(${sql.array([...schemas], 'text')})`)
  const texts: string[] = []
  for (const { schema, name } of tables)
    texts.push(
      ...(await db.anyFirst(sql.type(z.object({ row: z.string() }))`
        select t::text as row from ${sql.identifier([schema, name])} t`)),
    )
  assert.ok(texts.length > 20)
  const text = texts.join('\n')
  const bytes = [...text.matchAll(/\\x([0-9a-f]{8,})/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
  return [text, ...bytes].join('\n')
}

const wrappedKeys = () =>
  db.anyFirst(sql.type(z.object({ wrapped: z.instanceof(Buffer) }))`
    select wrapped from vault.data_keys
    where subject in (${beneficiarySubject(client_id, PERSON)}, ${userSubject(user.user_id)}) and wrapped is not null`)

const before = await dump(['ops', 'read', 'public'])
const keys = await wrappedKeys()
await Promise.all([erase(admin, PERSON), erase(admin, user.user_id)])
await subjectReaches(admin, PERSON, 'shredded')
await subjectReaches(admin, user.user_id, 'shredded')

test('a dump of the database from before, without the keys, gives nothing', () => {
  for (const text of SEALED) assert.not.ok(before.includes(text), text)
  // The search itself finds what is there.
  assert.ok(before.includes(PERSON) && before.includes(paid.refund_id))
})

test('a dump of all of it from after gives nothing', async () => {
  const after = await dump(['ops', 'read', 'public', 'vault'])
  for (const text of SEALED) assert.not.ok(after.includes(text), text)
  assert.equal(await wrappedKeys(), [])
})

test('what is sealed in the events opens nowhere any more', async () => {
  let sealed = 0
  for (const stream of [`refund-${paid.refund_id}`, `refund-${second.refund_id}`, `user-${user.user_id}`])
    for (const { data } of await store.read(stream))
      for (const [, text = ''] of JSON.stringify(data).matchAll(/"(v1\.[^"]+)"/g)) {
        sealed += 1
        assert.is(await vault.open(text, 'anywhere'), null)
      }
  assert.ok(sealed > 6, `${sealed}`)
})

test('no file contains any of it, nor a key to it', async () => {
  // What a row was stays in its page and in the write-ahead log until they are written anew: an operator does so, or
  // time does.
  await db.query(sql.unsafe`alter system set wal_recycle = off`)
  await db.query(sql.unsafe`select pg_reload_conf()`)
  await db.query(sql.unsafe`vacuum full vault.data_keys`)
  for (let round = 0; round < 2; round += 1) {
    await db.query(sql.unsafe`select pg_switch_wal()`)
    await db.query(sql.unsafe`checkpoint`)
  }
  await service.stop()
  assert.is(keys.length, 2)
  let bytes = 0
  let known = 0
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const content = readFileSync(join(file.parentPath, file.name))
    bytes += content.length
    if (content.includes(PERSON)) known += 1
    for (const text of SEALED) {
      assert.not.ok(content.includes(text), `${text} in ${file.name}`)
      assert.not.ok(content.includes(Buffer.from(text).toString('hex')), `${text} as hex in ${file.name}`)
    }
    for (const key of keys) assert.not.ok(content.includes(key), `a key in ${join(file.parentPath, file.name)}`)
  }
  assert.ok(bytes > 1_000_000)
  // The search itself finds what is there: the client's own id of the person, which events keep.
  assert.ok(known > 0)
})

test.after(async () => {
  await service.stop()
  await sink.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
