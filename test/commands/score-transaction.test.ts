import { createHash, randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { ingestTransaction } from '#commands/fraud/ingest-transaction.ts'
import { scoreTransaction } from '#commands/fraud/score-transaction.ts'
import { TransactionInput } from '#commands/transactions/record-transactions.ts'
import { NO_AGGREGATES } from '#domain/fraud/features.ts'
import { DAY_MS, HOUR_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { Rejection } from '#values/errors.ts'
import { saidOf } from '../domain/fraud/samples.ts'
import { memoryStore } from '../harness/memory-store.ts'
import { suite } from '../harness/suite.ts'

const test = suite('scoring a transaction')

const NOW = Date.UTC(2026, 0, 31, 12)

/** Processes on one store, as far as scoring asks for them. */
function processes(count: number) {
  const store = memoryStore()
  const process = (): FraudService => {
    const service: Partial<FraudService> = {
      store: { ...store, append: (...given) => pause().then(() => store.append(...given)) },
      vault: {
        digest: (purpose: string, text: string) => createHash('sha256').update(`${purpose} ${text}`).digest('hex'),
        digestFor: async (_: string, purpose: string, text: string) => `${purpose} ${text}`,
        digestAgain: async (_: string, purpose: string, text: string) => `${purpose} ${text}`,
        seal: async (_: string, place: string, clear: string) => JSON.stringify({ place, clear }),
        open: async (sealed: string) => JSON.parse(sealed).clear,
        eraseBefore: async () => 0,
        erase: async () => {},
      },
      findAggregates: async () => ({ aggregates: NO_AGGREGATES, as_of: '7' }),
      scoring: { predict: async () => saidOf(0.2), predictBatch: async () => [], version: () => 'v1.0.0' },
    }
    // What is missing is asked for by nobody here.
    return { ...service, execute: createExecute(service.store!) } as FraudService
  }
  return { store, all: Array.from({ length: count }, process) }
}

const pause = () => new Promise(resolve => setTimeout(resolve, Math.random() * 3))

const context = (now = NOW): Context => ({
  actor: { sub: 'usr_1', client_id: 'clt_1', role: 'integrator' },
  request_id: 'req_1',
  command_id: randomUUID(),
  correlation_id: 'req_1',
  causation_id: null,
  now: new Date(now),
})

function inputOf(transaction_id: string, at: number, more: Record<string, unknown> = {}) {
  return TransactionInput.parse({
    ...{ transaction_id, user_id: 'user_1', amount: 10, currency: 'EUR', operation_type: 'payment' },
    timestamp: new Date(at).toISOString(),
    ...more,
  })
}

async function refusalOf(work: Promise<unknown>): Promise<Rejection> {
  const outcome = await work.catch((error: unknown) => error)
  assert.instance(outcome, Rejection)
  return outcome as Rejection
}

const profile = profiles.stream(profiles.id('clt_1', 'user_1'))

test('50 at once with one timestamp over three processes count 1 to 50, each once, and none is refused', async () => {
  const { store, all } = processes(3)
  const scored = await Promise.all(
    Array.from({ length: 50 }, (_, n) => scoreTransaction(all[n % 3]!, context(), inputOf(`tx_${n}`, NOW))),
  )
  const expected = Array.from({ length: 50 }, (_, n) => n + 1)
  const ordered = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
  assert.equal(ordered(scored.map(({ scored }) => scored.velocity.transactions_1h)), expected)
  assert.equal(
    ordered(scored.map(({ scored }) => scored.velocity.amount_24h_minor)),
    expected.map(n => n * 1_000),
  )
  assert.is((await store.read(profile)).length, 50)
})

test('50 at once at different times are what one after the other in the order of the stream gives', async () => {
  const { store, all } = processes(3)
  const inputs = Array.from({ length: 50 }, (_, n) =>
    inputOf(`tx_${n}`, NOW - ((n * 7_919) % 50) * 1_800_000, { amount: n + 1, device: { fingerprint: `d_${n % 4}` } }),
  )
  await Promise.all(inputs.map((input, n) => scoreTransaction(all[n % 3]!, context(), input)))
  const events = (await store.read(profile)).map(profiles.parse)
  const [alone] = processes(1).all
  for (const { data } of events) {
    const again = await scoreTransaction(alone!, context(), inputs[Number(data.transaction_id.slice(3))]!)
    assert.equal(again.scored, data)
  }
})

test('the same again answers what was recorded and counts nothing twice, also at once and in another process', async () => {
  const { store, all } = processes(2)
  const twins = await Promise.all([0, 1, 0, 1].map(n => scoreTransaction(all[n]!, context(), inputOf('tx_1', NOW))))
  assert.equal(twins.map(({ replayed }) => replayed).toSorted(), [false, true, true, true])
  for (const { scored } of twins) assert.equal(scored, twins[0]!.scored)
  await scoreTransaction(all[0]!, context(), inputOf('tx_2', NOW))
  const { replayed, scored } = await scoreTransaction(all[1]!, context(NOW + DAY_MS), inputOf('tx_1', NOW))
  assert.ok(replayed)
  assert.equal(scored, twins[0]!.scored)
  assert.is((await store.read(profile)).length, 2)
})

test('one that is in no window any more is still answered with what was recorded', async () => {
  const { store, all } = processes(2)
  const first = await scoreTransaction(all[0]!, context(), inputOf('tx_old', NOW))
  for (let n = 1; n <= 100; n += 1)
    await scoreTransaction(all[0]!, context(NOW + 9 * WINDOW_MS_MAX), inputOf(`tx_${n}`, NOW + 3 * WINDOW_MS_MAX + n))
  const appended = (await store.read(profile)).length
  for (const process of [...all, processes(1).all[0]!].slice(0, 2)) {
    const again = await scoreTransaction(process, context(NOW + 9 * WINDOW_MS_MAX), inputOf('tx_old', NOW))
    assert.ok(again.replayed)
    assert.equal(again.scored, first.scored)
  }
  const older = inputOf('tx_older', NOW - WINDOW_MS_MAX)
  const outside = await scoreTransaction(all[0]!, context(NOW + 9 * WINDOW_MS_MAX), older)
  assert.is(outside.scored.has_entered, false)
  assert.is(outside.scored.velocity.transactions_24h, 1)
  assert.ok((await scoreTransaction(all[1]!, context(NOW + 9 * WINDOW_MS_MAX), older)).replayed)
  assert.is((await store.read(profile)).length, appended + 1)
})

test('other content under the same id is refused by field, and nothing is scored', async () => {
  const { store, all } = processes(1)
  await scoreTransaction(all[0]!, context(), inputOf('tx_1', NOW))
  for (const [more, field] of [
    [{ amount: 11 }, 'transaction.amount'],
    [{ user_id: 'user_2' }, 'transaction.user_id'],
    [{ device: { fingerprint: 'other' } }, 'transaction.device'],
  ] as const) {
    const { code, details } = await refusalOf(scoreTransaction(all[0]!, context(), inputOf('tx_1', NOW, more)))
    assert.is(code, 'CONFLICT')
    assert.is(details.field, field)
  }
  assert.is((await store.read(profile)).length, 1)
})

test('windows end with the transaction and begin right behind one hour and one day before, to the millisecond', async () => {
  const { all } = processes(1)
  const velocity = async (id: string, at: number) =>
    (await scoreTransaction(all[0]!, context(), inputOf(id, at))).scored.velocity
  await velocity('first', NOW - DAY_MS)
  assert.is((await velocity('a day later', NOW)).transactions_24h, 1)
  assert.is((await velocity('a millisecond less', NOW - 1)).transactions_24h, 2)
  await velocity('an hour before', NOW - HOUR_MS + 10)
  assert.is((await velocity('an hour later', NOW + 10)).transactions_1h, 3)
  assert.is((await velocity('a millisecond earlier', NOW + 9)).transactions_1h, 4)
})

test('amounts of the same currency are added as they are, others by the table, and what comes in is not added', async () => {
  const { all } = processes(1)
  const score = (id: string, more: Record<string, unknown>) =>
    scoreTransaction(all[0]!, context(), inputOf(id, NOW, more))
  await score('a', { amount: 0.1, currency: 'USD' })
  await score('b', { amount: 0.2, currency: 'USD', operation_type: 'transfer' })
  await score('c', { amount: 500, currency: 'USD', operation_type: 'deposit' })
  await score('d', { amount: 500, currency: 'USD', operation_type: 'refund' })
  const { scored } = await score('e', { amount: 1000, currency: 'JPY', operation_type: 'withdrawal' })
  // 0.30 USD at 0.86 EUR are 26 cents, and those 44 yen at 0.0059.
  assert.is(scored.velocity.amount_24h_minor, 1000 + 44)
  const dollars = await score('f', { amount: 0.3, currency: 'USD' })
  // 1,000 yen are 5.90 EUR, and those 6.86 USD.
  assert.is(dollars.scored.velocity.amount_24h_minor, 60 + 686)
})

test('one of more than five minutes ahead, and an amount that is none, are refused before anything is recorded', async () => {
  const { store, all } = processes(1)
  await scoreTransaction(all[0]!, context(), inputOf('tx_edge', NOW + 300_000))
  for (const [input, field] of [
    [inputOf('tx_1', NOW + 300_001), 'transaction.timestamp'],
    [inputOf('tx_1', NOW, { amount: -1 }), 'transaction.amount'],
    [inputOf('tx_1', NOW, { amount: 0.001 }), 'transaction.amount'],
    [inputOf('tx_1', NOW, { currency: 'XXX' }), 'transaction.currency'],
  ] as const) {
    const { code, details } = await refusalOf(scoreTransaction(all[0]!, context(), input))
    assert.equal([code, details.field], ['FRAUD_001', field])
  }
  assert.equal(await store.read(transactions.stream(transactions.id('clt_1', 'tx_1'))), [])
})

test('a model that fails leaves the transaction recorded, and the same request later is scored', async () => {
  const { store, all } = processes(1)
  const [service] = all
  const failing = {
    ...service!,
    scoring: { ...service!.scoring, predict: async () => Promise.reject(new Rejection('FRAUD_006')) },
  }
  assert.is((await refusalOf(scoreTransaction(failing, context(), inputOf('tx_1', NOW)))).code, 'FRAUD_006')
  assert.equal(await store.read(profile), [])
  const { replayed, scored } = await scoreTransaction(service!, context(), inputOf('tx_1', NOW))
  assert.is(replayed, false)
  assert.is(scored.velocity.transactions_1h, 1)
})

test('the aggregates are loaded while the transaction is recorded', async () => {
  const { store, all } = processes(1)
  const recordedBefore: boolean[] = []
  const observed = {
    ...all[0]!,
    findAggregates: async () => {
      recordedBefore.push((await store.read(transactions.stream(transactions.id('clt_1', 'tx_1')))).length > 0)
      return { aggregates: NO_AGGREGATES, as_of: '7' }
    },
  }
  await scoreTransaction(observed, context(), inputOf('tx_1', NOW))
  assert.equal(recordedBefore, [false])
})

test('without aggregates a transaction is recorded and not scored, and a recorded score is repeated', async () => {
  const { store, all } = processes(1)
  const [service] = all
  const failing = { ...service!, findAggregates: async () => Promise.reject(new Rejection('SERVICE_UNAVAILABLE')) }
  assert.is((await refusalOf(scoreTransaction(failing, context(), inputOf('tx_1', NOW)))).code, 'SERVICE_UNAVAILABLE')
  assert.is((await store.read(transactions.stream(transactions.id('clt_1', 'tx_1')))).length, 1)
  assert.equal(await store.read(profile), [])
  assert.is((await scoreTransaction(service!, context(), inputOf('tx_1', NOW))).replayed, false)
  assert.is((await scoreTransaction(failing, context(), inputOf('tx_1', NOW))).replayed, true)
  const other = inputOf('tx_1', NOW, { amount: 11 })
  assert.is((await refusalOf(scoreTransaction(failing, context(), other))).code, 'CONFLICT')
})

test('what was entered after a crash is scored once, counted once, and entered no second time', async () => {
  const { store, all } = processes(2)
  const [service, other] = all
  const failing = {
    ...service!,
    scoring: { ...service!.scoring, predict: async () => Promise.reject(new Error('killed')) },
  }
  await scoreTransaction(failing, context(), inputOf('tx_1', NOW)).catch(() => undefined)
  const key = transactions.id('clt_1', 'tx_1')
  for (const process of [other!, service!, other!]) await ingestTransaction(process, () => context(), key)
  const { scored } = await scoreTransaction(service!, context(), inputOf('tx_1', NOW))
  assert.is(scored.velocity.transactions_1h, 1)
  assert.is(scored.has_entered, false)
  await ingestTransaction(other!, () => context(), key)
  const next = await scoreTransaction(other!, context(), inputOf('tx_2', NOW))
  assert.is(next.scored.velocity.transactions_1h, 2)
  assert.equal(
    (await store.read(profile)).map(({ type }) => type),
    ['TransactionEntered', 'TransactionScored', 'TransactionScored'],
  )
})

test.run()
