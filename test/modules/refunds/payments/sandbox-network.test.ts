import { rmSync } from 'node:fs'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import type { TransferInstruction } from '#services/refunds/payments/payment-network.ts'
import { createSandboxNetwork, sandboxNetworkMigrations } from '#services/refunds/payments/sandbox-network.ts'
import { sandboxOutcome } from '#services/refunds/payments/sandbox-outcome.ts'
import { dataFolder } from '../../../harness/data-folder.ts'
import { suite } from '../../../harness/suite.ts'

const test = suite('sandbox network')

const dataDir = dataFolder('sandbox-')
const postgres = await startEmbeddedPostgres({ dataDir })
const db = await connectPostgres(postgres.url)
await migrate(db, sandboxNetworkMigrations)

let clock = Date.parse('2026-01-01T00:00:00.000Z')
const now = () => new Date(clock)
const network = createSandboxNetwork({ db, speed: 1, now })
/** The same network for those who don't want to wait for its silence. */
const fast = createSandboxNetwork({ db, speed: 1_000, now })

const instruction = (key: string, last4: string): TransferInstruction => ({
  key,
  amount_minor: 1_000,
  currency: 'EUR',
  beneficiary: { name: 'Erika Mustermann', account_number: `DE00 5550 ${last4}`, bank_code: 'COBADEFF' },
  not_after: new Date(clock + 20_000).toISOString(),
})

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it answered',
    error => error.message,
  )
}

const Counts = z.object({ instructed: z.number(), payments: z.number() })
const counts = (key: string) =>
  db.one(sql.type(Counts)`select
    (select coalesce(sum(instructed_count), 0)::int from ops.sandbox_transfers where key = ${key}) as instructed,
    (select count(*)::int from ops.sandbox_payments where key = ${key}) as payments`)

test('0001 succeeds at once', async () => {
  const status = await network.instruct(instruction('a:0', '0001'))
  assert.is(status.status, 'succeeded')
  assert.equal(await network.status('a:0'), status)
})

test('0002 and 0003 are rejected at once, with their reasons, and nobody is paid', async () => {
  const reasons: string[] = []
  for (const last4 of ['0002', '0003']) {
    const status = await network.instruct(instruction(`b:${last4}`, last4))
    reasons.push(status.status === 'rejected' ? status.reason : status.status)
    assert.equal(await counts(`b:${last4}`), { instructed: 1, payments: 0 })
  }
  assert.equal(reasons, ['INVALID_ACCOUNT_NUMBER', 'ACCOUNT_CLOSED'])
})

test('0004 is acted upon without an answer; asked later, it succeeds', async () => {
  assert.is(await messageOf(fast.instruct(instruction('c:0', '0004'))), 'sandbox network: no response')
  clock += 5_000
  assert.is((await network.status('c:0')).status, 'succeeded')
  assert.is((await network.instruct(instruction('c:0', '0004'))).status, 'succeeded')
  assert.equal(await counts('c:0'), { instructed: 2, payments: 1 })
})

test('0005 is not available, and an instruction all the same finds nobody', async () => {
  assert.is(await network.isAvailable('5550005'), false)
  assert.is(await network.isAvailable('5550001'), true)
  assert.is(await messageOf(network.instruct(instruction('d:0', '0005'))), 'sandbox network: the provider is down')
  assert.equal(await network.status('d:0'), { status: 'unknown' })
})

test('0006 settles after 25 s, and says when to look again', async () => {
  const first = await network.instruct(instruction('e:0', '0006'))
  assert.equal([first.status, 'check_after_ms' in first && first.check_after_ms], ['settling', 25_000])
  clock += 24_999
  assert.is((await network.status('e:0')).status, 'settling')
  clock += 1
  assert.is((await network.status('e:0')).status, 'succeeded')
})

test('any other account takes from 5 to 30 s, evenly, and the same for the same key', () => {
  const times = Array.from({ length: 1_000 }, (_, n) => sandboxOutcome('5551234', `rf_${n}:0`).settlesAfterMs)
  assert.ok(Math.min(...times) >= 5_000 && Math.min(...times) < 5_500)
  assert.ok(Math.max(...times) <= 30_000 && Math.max(...times) > 29_500)
  assert.equal(sandboxOutcome('5551234', 'rf_7:0'), sandboxOutcome('5551234', 'rf_7:0'))
})

test('the speed divides every time', async () => {
  const status = await fast.instruct(instruction('f:0', '0006'))
  assert.is('check_after_ms' in status ? status.check_after_ms : undefined, 25)
})

test('one key is paid once, however often and however parallel it is instructed', async () => {
  await Promise.all(Array.from({ length: 50 }, () => network.instruct(instruction('g:0', '0001'))))
  assert.equal(await counts('g:0'), { instructed: 50, payments: 1 })
})

test('the outcome is decided at the first instruction', async () => {
  const first = await network.instruct(instruction('h:0', '1234'))
  clock += 1_000
  const again = await network.instruct(instruction('h:0', '1234'))
  assert.ok('check_after_ms' in first && 'check_after_ms' in again)
  assert.is(Number(first.check_after_ms) - Number(again.check_after_ms), 1_000)
})

test('a key that comes back with another amount is not answered', async () => {
  await network.instruct(instruction('i:0', '0001'))
  const other = { ...instruction('i:0', '0001'), amount_minor: 1_001 }
  assert.is(await messageOf(network.instruct(other)), 'sandbox network: the key was used for another transfer')
})

test('an instruction that comes too late is not acted upon', async () => {
  const late = { ...instruction('j:0', '0001'), not_after: new Date(clock - 1).toISOString() }
  assert.equal(await network.instruct(late), { status: 'unknown' })
  assert.equal(await counts('j:0'), { instructed: 0, payments: 0 })
})

test('a succeeded transfer is reversed once, whoever asks how often', async () => {
  await network.instruct(instruction('k:0', '0001'))
  assert.equal(await network.reversalStatus('k:0'), { status: 'unknown' })
  const first = await network.reverse('k:0')
  assert.is(first.status, 'pending')
  clock += 3_000
  const done = await network.reverse('k:0')
  assert.is(done.status, 'completed')
  assert.equal(await network.reversalStatus('k:0'), done)
})

test('what never succeeded can not be reversed', async () => {
  await network.instruct(instruction('l:0', '0002'))
  await network.instruct(instruction('m:0', '0006'))
  for (const key of ['l:0', 'm:0', 'n:0'])
    assert.is(await messageOf(network.reverse(key)), 'sandbox network: there is no succeeded transfer with this key')
})

test('no account number and no name is stored', async () => {
  const rows = await db.any(sql.type(z.object({ row: z.string() }))`select t::text as row from ops.sandbox_transfers t`)
  assert.ok(rows.length > 0)
  for (const { row } of rows) assert.not.match(row, /DE00|Erika/)
})

test.after(async () => {
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
