import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { start } from '#main.ts'
import { readServiceConfig } from '#service-config.ts'
import { type Client, client, logIn, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { noteSecret } from '../../harness/secrets.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/** A machine at work: what it may call, how administrators see it, what a restart keeps, and where its secret is. */
const test = suite('service accounts at work')
const lines: string[] = []
const log = testLog(line => lines.push(line))
const service = await startTestService({}, { log })
const dataDir = service.environment.DATA_DIR!
test.after(() => rmSync(dataDir, { recursive: true, force: true }))

const bank = await service.newClient()
const stranger = await service.newClient()
const { body: self } = await bank.get('/api/auth/me')
const path = `/admin/clients/${self.client_id}/service-accounts`
const made: Record<string, string>[] = []
async function machine(name: string, scopes: string[]) {
  const { status, body } = await bank.post(path, { name, scopes })
  assert.is(status, 201)
  noteSecret(body.secret)
  made.push(body)
  return { ...body, client: await logIn(service.url, body.email, body.secret) }
}
const refused = ({ status, body }: Awaited<ReturnType<Client['get']>>, scope: string) =>
  assert.equal([status, body.error_code, body.details], [403, 'AUTH_003', { required_scope: scope }])

const writer = await machine('writer', ['transaction:write', 'refund:write', 'refund:read'])
const reader = await machine('reader', ['refund:read'])

test('each does what its scopes say and is refused the rest, by the scope that is missing', async () => {
  const transaction = transactionOf(100)
  assert.is((await writer.client.post('/transactions', transaction)).status, 201)
  const { status, body } = await writer.client.requestRefund(refundOf(transaction, 40))
  assert.is(status, 201)
  assert.is((await reader.client.get(`/refund/${body.refund_id}`)).body.refund_id, body.refund_id)
  refused(await reader.client.post(`/refund/${body.refund_id}/cancel`), 'refund:write')
  refused(await writer.client.post('/webhooks', {}), 'webhooks:manage')
  refused(await writer.client.get(path), 'users:admin')
  refused(await reader.client.requestRefund(refundOf(transaction, 1)), 'refund:write')
  const theirs = await stranger.post(
    `/admin/clients/${(await stranger.get('/api/auth/me')).body.client_id}/service-accounts`,
    {
      name: 'theirs',
      scopes: ['refund:read'],
    },
  )
  const foreign = await logIn(service.url, theirs.body.email, theirs.body.secret)
  assert.is((await foreign.get(`/refund/${body.refund_id}`)).status, 404)
})

const listed = (holds: (data: Record<string, unknown>[]) => boolean) =>
  until(
    async () => (await bank.get(path)).body.data ?? [],
    data => holds(data),
  )

test('the list shows them in the order of their making, with their last use, and no secret', async () => {
  const data = await listed(data => data.length === 2 && data.every(({ last_used_at }) => last_used_at !== null))
  for (const [n, { client: _, secret, last_used_at, ...shown }] of [writer, reader].entries()) {
    assert.equal({ ...data[n], last_used_at: null }, { ...shown, last_used_at: null })
    assert.is(last_used_at, null, 'not used when it was made')
    assert.ok(Math.abs(Date.parse(data[n].last_used_at) - Date.now()) < 60_000)
    assert.not(JSON.stringify(data).includes(secret.slice('svcsec_'.length)))
  }
  const next = await bank.get(`${path}?limit=1&after=${writer.service_account_id}`)
  assert.equal(
    next.body.data.map(({ name }: { name: string }) => name),
    ['reader'],
  )
  assert.is((await bank.get(`${path}?limit=0`)).status, 400)
  assert.is((await stranger.get(path)).status, 404)
})

test('the history says who made and revoked them, without the hash, and its chain is whole', async () => {
  const brief = await machine('brief', ['refund:read'])
  assert.is((await bank.send('DELETE', `${path}/${brief.service_account_id}`)).status, 200)
  await listed(data => data.some(({ status }) => status === 'revoked'))
  const Line = z.object({ type: z.string(), actor_sub: z.string(), client_id: z.string(), facts: z.object({}).loose() })
  const history = await until(
    () =>
      service.service.db.any(sql.type(Line)`
        select type, actor_sub, client_id, facts from read.history
        where family = 'serviceaccounts' and id = ${self.client_id} order by revision`),
    found => found.length === 4,
  )
  const [first, , , last] = history
  for (const { actor_sub, client_id } of history) assert.equal([actor_sub, client_id], [self.id, self.client_id])
  const { client_id, service_account_id, name, scopes, expires_at } = writer
  assert.equal(first?.facts, { client_id, service_account_id, name, scopes, expires_at })
  assert.equal([last?.type, last?.facts], ['ServiceAccountRevoked', { service_account_id: brief.service_account_id }])
  const events = await service.service.store.read(`serviceaccounts-${self.client_id}`)
  assert.is(firstBrokenLink(events), null)
})

test('a restart and a rebuild keep all: what was shown once still logs in, what was revoked does not', async () => {
  const before = (await bank.get(path)).body
  await service.stop()
  const rebuild = resolve(import.meta.dirname, '../../../src/programs/rebuild/main.ts')
  const env = { ...process.env, ...service.environment }
  const { stdout } = await promisify(execFile)(process.execPath, [rebuild, 'service_accounts'], { env })
  assert.match(stdout, /service_accounts/)
  const again = await start(readServiceConfig(service.environment), { log })
  try {
    for (const { email, secret, name } of made) {
      const answer = await client(again.url).post('/api/auth/login', { email, password: secret })
      assert.is(answer.status, name === 'brief' ? 401 : 200, name!)
    }
    const admin = await logIn(again.url, 'admin1@bank.example', 'correct horse battery')
    const { status, body } = await until(
      () => admin.get(path),
      answer => answer.status === 200,
    )
    const timeless = ({ data }: typeof before) => data.map((one: object) => ({ ...one, last_used_at: null }))
    assert.equal([status, timeless(body)], [200, timeless(before)])
  } finally {
    await again.stop()
  }
})

test('no file of the data folder and no line of the log holds a secret', () => {
  const secrets = made.map(({ secret }) => secret!.slice('svcsec_'.length))
  assert.is(secrets.length, 3)
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map(name => join(dataDir, name))
    .filter(name => statSync(name).isFile())
  assert.ok(files.length > 100)
  for (const file of files) {
    const bytes = readFileSync(file)
    for (const secret of secrets) assert.not(bytes.includes(secret), file)
  }
  for (const secret of secrets) assert.not(lines.some(line => line.includes(secret)))
})

test.run()
