import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { refunds } from '#projections/refunds/refunds.ts'
import { buildReadModel } from '#projector/build.ts'
import { startHistory } from '#reactions/history.ts'
import { beginHistory, historyMigrations } from '#reactions/history-state.ts'
import { jobMigrations } from '#reactions/job-store.ts'
import type { Reaction } from '#reactions/reaction.ts'
import { readCheckpoint } from '#subscription/checkpoint.ts'
import { type LogSubscriptionOptions, startLogSubscription } from '#subscription/log-subscription.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { newEvent } from '../edge/eventstore/harness.ts'
import { silentLine } from '../harness/silent-line.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, readLog } from '../projector/refund-histories.ts'
import { runningStores } from '../projector/running-stores.ts'
import { eventually } from '../projector/table-contents.ts'

/** The event store comes back as its backup, while followers run or are stopped. */
const test = suite('a subscription whose log is restored')
const stores = await runningStores()
const { db, store } = stores
const folder = join(stores.folder, 'eventstore')
const backup = join(stores.folder, 'backup')
await migrate(db, [...subscriptionMigrations, ...jobMigrations, ...historyMigrations])
await db.query(sql.unsafe`create table taken (stream text, revision int, primary key (stream, revision))`)

/** A refusal is tried again after 5 s at most. */
const REFUSED_AGAIN_MS = 6_000

const options: LogSubscriptionOptions = {
  name: 'restored',
  prefixes: ['refund-'],
  from: 'start',
  restoreAdvice: 'ask somebody',
  handle: ({ events, position }, place) =>
    place.commit(events, position, async tx => {
      for (const { stream, revision } of events)
        await tx.query(sql.unsafe`insert into taken values (${stream}, ${revision})`)
    }),
}
const taken = () => db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from taken`)
const takesAll = () =>
  eventually('everything is taken', async () => (await taken()) === (await readLog(store, 'refund-')).length)
const play = (seed: number) => playHistories(store, { seed, refunds: 5, clients: 2, users: 5, daysMax: 9 })

const backUp = () => stores.withoutEventStore(async () => cpSync(folder, backup, { recursive: true }))
const restore = () =>
  stores.withoutEventStore(async () => {
    rmSync(folder, { recursive: true })
    cpSync(backup, folder, { recursive: true })
    rmSync(backup, { recursive: true })
  })

/** Moves the follower's place beyond the last event that is its own. */
async function writeOthers(): Promise<void> {
  const last = (await readCheckpoint(db, 'restored'))?.lastEvent ?? 0n
  const client = EventStoreDBClient.connectionString(stores.urls.EVENTSTORE_URL)
  const other = () => jsonEvent({ id: randomUUID(), type: 'Other', data: {} })
  for (let n = 0; n < 10; n += 1)
    await client.appendToStream(`other-${randomUUID()}`, Array.from({ length: 500 }, other))
  await client.dispose()
  await eventually('its place is beyond', async () => {
    const place = await readCheckpoint(db, 'restored')
    return (place?.position?.commit ?? 0n) > last + 1_500n
  })
}

let follower = startLogSubscription(stores.deps(), options)
test.after(async () => {
  await follower.stop()
  await stores.stop()
})

test('to an end before its place goes on behind the last event that it took, when it is started', async () => {
  await play(1)
  await takesAll()
  await backUp()
  await writeOthers()
  await follower.stop()
  await restore()
  await play(2)
  follower = startLogSubscription(stores.deps(), options)
  await takesAll()
})

test('to an end before its place goes on behind the last event that it took, while it runs', async () => {
  await backUp()
  await writeOthers()
  await restore()
  await eventually('live again', () => follower.health().state === 'live')
  await play(3)
  await takesAll()
})

test('to an end before the last event that it took reports that, while it runs', async () => {
  await backUp()
  await play(4)
  await takesAll()
  await restore()
  await eventually('not in order', () => follower.health().state === 'retrying')
  assert.ok(stores.logged.some(line => JSON.stringify(line).includes('ask somebody')))
})

test('and is written on until it is longer than before is still refused, also by a process that starts then', async () => {
  const last = (await readCheckpoint(db, 'restored'))!.lastEvent!
  for (let seed = 5; ((await store.end())?.commit ?? 0n) <= last + 20n; seed += 1) await play(seed)
  const before = await taken()
  await delay(REFUSED_AGAIN_MS)
  // While it tries it looks for a moment as if it was about to catch up.
  await eventually('refused', () => follower.health().state === 'retrying')
  await follower.stop()
  follower = startLogSubscription(stores.deps(), options)
  await eventually('not in order', () => follower.health().state === 'retrying')
  assert.is(await taken(), before)
})

/** Waits for what comes instead of ending with what is there. */
const patient = (of: typeof store): typeof store => ({
  ...of,
  subscribe: ({ onCaughtUp: _, to: __, ...more }) => of.subscribe(more),
})

test('and is longer than before at the reconnect gives nothing to subscriptions, builds and histories that were cut off', async () => {
  const url = new URL(stores.urls.EVENTSTORE_URL)
  const port = Number(url.port)
  let line = await silentLine(port)
  url.port = String(line.port)
  const far = connectEventStore(url.href)
  const own: LogSubscriptionOptions = {
    ...options,
    name: 'cut off',
    handle: ({ events, position }, place) => place.commit(events, position, async () => {}),
  }
  await backUp()
  await play(40)
  const end = (await readLog(store, 'refund-')).at(-1)!.position.commit
  const cutOff = startLogSubscription({ ...stores.deps(), store: far }, own)
  let read: bigint | undefined
  const building = buildReadModel({ ...stores.deps(), store: patient(far) }, refunds, new AbortController().signal, {
    onProgress: ({ position }) => {
      read = position?.commit
    },
  }).then(() => 'built', String)
  const reaction: Reaction = { name: 'reaction', prefixes: ['refund-'], schedule: () => [], cancel: () => [] }
  const beyond = { commit: end + 1_000_000n, prepare: end + 1_000_000n }
  await db.transaction(tx => beginHistory(tx, reaction.name, beyond))
  const history = startHistory({ ...stores.deps(), store: patient(far) }, reaction, () => {})
  const lastTakenBy = async (name: string) => (await readCheckpoint(db, name))?.lastEvent
  await eventually('taken', async () => (await lastTakenBy('cut off')) === end)
  await eventually('built so far', async () => read === end)
  await eventually('worked off so far', async () => (await lastTakenBy('reaction history')) === end)
  line.close()
  await restore()
  for (let seed = 41; (await store.end())!.commit <= end + 20n; seed += 1) await play(seed)
  line = await silentLine(port, line.port)
  await eventually('refused', () => cutOff.health().state === 'retrying')
  assert.match(await building, 'not in the log')
  const interrupted = () => stores.logged.some(line => /reaction history has taken/.test(JSON.stringify(line)))
  await eventually('refused', interrupted)
  await delay(REFUSED_AGAIN_MS)
  await eventually('refused', () => cutOff.health().state === 'retrying')
  for (const name of ['cut off', 'reaction history']) assert.is(await lastTakenBy(name), end, name)
  await Promise.all([cutOff.stop(), history.stop()])
  await far.close()
  line.close()
})

test('that an operator set to the beginning takes what the restored log has', async () => {
  await follower.stop()
  await db.query(sql.unsafe`delete from taken`)
  await db.query(sql.unsafe`
    update ops.checkpoints set commit_position = null, prepare_position = null, last_event = null where name = 'restored'`)
  follower = startLogSubscription(stores.deps(), options)
  await takesAll()
})

test('behind the last event of one subscription stops that one alone; the others of its process go on', async () => {
  const beside = startLogSubscription(stores.deps(), {
    ...options,
    name: 'beside',
    prefixes: ['beside-'],
    handle: ({ events, position }, checkpoint) => checkpoint.commit(events, position, async () => {}),
  })
  const lastTaken = async () => (await readCheckpoint(db, 'beside'))?.lastEvent ?? null
  const append = (stream: string) => store.append(stream, 'no_stream', [newEvent()])
  await append('beside-1')
  await eventually('it has taken one', async () => (await lastTaken()) !== null)
  const kept = await lastTaken()
  await backUp()
  await append('beside-2')
  await eventually('it has taken the next', async () => (await lastTaken()) !== kept)
  const lost = await lastTaken()
  await restore()
  await eventually('it stops', () => beside.health().state === 'retrying')
  const reason = /beside has taken .*ask somebody/
  assert.ok(stores.logged.some(line => reason.test(JSON.stringify(line))))
  for (let seed = 60; (await store.end())!.commit <= lost! + 20n; seed += 1) await play(seed)
  await takesAll()
  await append('beside-3')
  const over = performance.now() + REFUSED_AGAIN_MS
  while (performance.now() < over) {
    assert.is(follower.health().state, 'live')
    await delay(50)
  }
  await play(80)
  await takesAll()
  assert.is(await lastTaken(), lost)
  await beside.stop()
})

test.run()
