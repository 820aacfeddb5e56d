import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { ENQUEUER } from '#delivery/queue.ts'
import { buildReadModel } from '#projector/build.ts'
import { until } from '../../harness/client.ts'
import { readModels } from '../../harness/every-module.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { readLog } from '../../projector/refund-histories.ts'

/** What the whole service leaves in its read models. */
const test = suite('the read models of a whole service')
const service = await startTestService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })
const { db, store, leaders } = service.service
const bank = await service.newClient()
const { body: me } = await bank.get('/api/auth/me')
test.after(service.end)

async function lives() {
  const transaction = transactionOf(20)
  await bank.post('/transactions', transaction)
  const { body: refund } = await bank.requestRefund(refundOf(transaction, 20))
  await until(
    () => bank.get(`/refund/${refund.refund_id}`),
    ({ body }) => body.status === 'completed',
  )
  const { body: webhook } = await bank.post('/webhooks', { url: 'https://127.0.0.1/hook', events: ['*'] })
  await bank.send('PATCH', `/webhooks/${webhook.webhook_id}`, { status: 'disabled' })
  const accounts = `/admin/clients/${me.client_id}/service-accounts`
  const { body: machine } = await bank.post(accounts, { name: 'worker', scopes: ['refund:read'] })
  await bank.send('DELETE', `${accounts}/${machine.service_account_id}`)
  await bank.post('/api/auth/logout')
  return { refund_id: refund.refund_id as string, webhook_id: webhook.webhook_id as string }
}

const lived = await lives()
const history = readModels.find(({ name }) => name === 'history')!
const events = async () => (await Promise.all(history.prefixes.map(prefix => readLog(store, prefix)))).flat()
const Line = z.object({ stream: z.string(), revision: z.int(), hash: z.string(), client_id: z.string().nullable() })
const lines = () =>
  db.any(sql.type(Line)`select family || '-' || id as stream, revision, hash, client_id from read.history`)

test('the history has every event of every stream with its hash and its owner', async () => {
  // What nobody waits for: the transaction enters its user's profile a moment later, and the read models with it.
  await until(events, all => all.some(({ type }) => type === 'TransactionEntered'))
  const recorded = (await events()).length
  await until(lines, shown => shown.length === recorded)
  const shown = await lines()
  const name = ({ stream, revision }: { stream: string; revision: number }) => `${stream}@${revision}`
  assert.equal(
    shown.map(line => `${name(line)} ${line.hash}`).sort(),
    (await events()).map(event => `${name(event)} ${event.metadata.hash}`).sort(),
  )
  assert.equal(
    shown.filter(({ client_id }) => client_id === null),
    [],
  )
  const own = new Set(shown.filter(({ client_id }) => client_id === me.client_id).map(({ stream }) => stream))
  const families = [...own].map(stream => stream.slice(0, stream.indexOf('-')))
  assert.equal([...new Set(families)].sort(), [
    ...['client', 'clientname', 'fraudprofile', 'logindevices', 'refund', 'serviceaccounts'],
    ...['session', 'transaction', 'user', 'webhook'],
  ])
  assert.ok(own.has(`refund-${lived.refund_id}`) && own.has(`webhook-${lived.webhook_id}`))
})

test('every one of them equals its rebuild', async () => {
  const contents = async () => {
    const tables = await db.anyFirst(sql.type(z.object({ name: z.string() }))`
      select table_name as name from information_schema.tables where table_schema = 'read' order by 1`)
    const rows = tables.map(table =>
      db.anyFirst(sql.type(z.object({ line: z.string() }))`
        select to_jsonb(t)::text as line from ${sql.identifier(['read', table])} as t order by 1`),
    )
    return Object.fromEntries((await Promise.all(rows)).map((lines, index) => [tables[index], lines]))
  }
  const live = await contents()
  assert.ok(Object.keys(live).length >= readModels.length)
  for (const projection of readModels)
    assert.is.not(await buildReadModel({ store, db, leaders }, projection, new AbortController().signal), 'taken')
  assert.equal(await contents(), live)
})

test('each has its own name among all subscriptions of the log', () => {
  const names = [ENQUEUER, 'refund-payments', 'refund-budget', ...readModels.map(({ name }) => name)]
  assert.is(new Set(names).size, names.length)
})

test.run()
