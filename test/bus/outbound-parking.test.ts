import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StorageType } from 'nats'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { busMigrations } from '#bus/migrations.ts'
import { publishLate } from '#bus/outbound/publish-late.ts'
import { assertPublishedFrom, readPublishedEnd } from '#bus/outbound/published-end.ts'
import { OUTBOUND, startOutbound } from '#bus/outbound/start.ts'
import { ensureStream, outboundStream } from '#bus/streams.ts'
import { type PublicEventDeclaration, publicId } from '#delivery/enqueue/public-event-declaration.ts'
import { connectNats } from '#edge/nats/connect.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { isReadable, type LoggedEvent } from '#event-sourcing/event-store.ts'
import { readServiceConfig } from '#service-config.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { LogMismatch } from '#subscription/log-identity.ts'
import { newEvent } from '../edge/eventstore/harness.ts'
import { until } from '../harness/client.ts'
import { testLog } from '../harness/log.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { suite } from '../harness/suite.ts'
import { runningStores } from '../projector/running-stores.ts'
import { publishedOn } from './published.ts'

/** An event that one version publishes and another one can't translate is on the bus once, or parked. */
const test = suite('parked events and the bus')
const SETTLED_MS_MAX = 60_000
const LATE = 200
/** Longer than the command takes for one event. */
const SLOW_MS = 200
const folder = mkdtempSync(join(tmpdir(), 'bus-parking-'))
const natsServer = await startNatsServer({ jetStreamIn: folder })
const stores = await runningStores()
const { db, store } = stores
await migrate(db, busMigrations)
const nats = connectNats(natsServer.access, 'parking')
await until(async () => nats.isLive(), Boolean)
const config = readServiceConfig({ NATS_URL: natsServer.url, BUS: 'out' })
const stream = outboundStream(config)
await ensureStream(await nats.live().jetstreamManager(), stream)

test.after(async () => {
  await nats.close()
  await stores.stop()
  await natsServer.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A version of the service that can't translate events of these streams. */
const version = (refuses: readonly string[], translationMs = 0): PublicEventDeclaration => ({
  prefixes: ['probe-'],
  sources: [],
  schemas: {},
  translator: () => async events => {
    if (translationMs > 0) await delay(translationMs)
    return events.map(event => {
      if (refuses.includes(event.stream)) throw new TypeError('not known to this version')
      return {
        event: {
          id: publicId(event),
          type: 'refund.created',
          created_at: event.at,
          data: { object: 'probe', stream: event.stream },
        },
        ...{ client_id: 'clt_probe', sequence: 1, subject: null, withheld: false, except: null },
      }
    })
  },
})
type Deps = Parameters<typeof startOutbound>[0]
const deps = () => ({ ...stores.deps(), config, nats }) as unknown as Deps
const start = (refuses: readonly string[]) => startOutbound(deps(), [version(refuses)])

const append = (name: string) => store.append(`probe-${name}`, 'no_stream', [newEvent()])
const onBus = async () =>
  (await publishedOn(natsServer.url)).map(({ event }) => (event.data as { stream?: string }).stream)
const untilOnBus = (name: string) => until(onBus, streams => streams.includes(`probe-${name}`), SETTLED_MS_MAX)
const Position = z.object({ commit: z.string(), prepare: z.string() })
const Parked = z.object({ stream: z.string() })
const parked = () =>
  db.anyFirst(sql.type(Parked)`select stream from ops.set_aside where follower = ${OUTBOUND} order by stream`)

/** A parked event, with the position that its row has. */
async function parkedEvent(name: string): Promise<LoggedEvent> {
  const [event] = await store.read(`probe-${name}`)
  const { commit, prepare } = await db.one(sql.type(Position)`
    select commit_position::text as commit, prepare_position::text as prepare from ops.set_aside
    where follower = ${OUTBOUND} and stream = ${`probe-${name}`}`)
  return { ...event!, position: { commit: BigInt(commit), prepare: BigInt(prepare) } }
}

/** Refuses to move the checkpoint to events after this one, as a kill right after the publication does. */
async function withoutCommitAfter(name: string, work: () => Promise<void>): Promise<void> {
  const [event] = await store.read(`probe-${name}`)
  const at = String((await store.end())!.commit)
  assert.ok(event !== undefined)
  await db.query(sql.unsafe`
    create or replace function public.refuse() returns trigger language plpgsql as $$
    begin raise 'refused by the test'; end $$`)
  await db.query(sql.type(z.unknown())`
    create trigger refuse before update on ops.checkpoints for each row
    when (new.commit_position >= ${sql.literalValue(at)}::bigint) execute function public.refuse()`)
  try {
    await work()
  } finally {
    await db.query(sql.unsafe`drop trigger refuse on ops.checkpoints`)
  }
}

test('the first leader logs that events are in clear on the bus', async () => {
  const first = start([])
  const lines = await until(
    async () => stores.logged.filter(({ msg }) => /published in clear/.test(String(msg))),
    ({ length }) => length > 0,
    SETTLED_MS_MAX,
  )
  assert.equal(
    lines.map(({ subjects, hours }) => [subjects, hours]),
    [['security.out.>', config.BUS_OUT_HOURS]],
  )
  await first.stop()
})

test('what the older version parked before a publication stays parked when the newer one leads', async () => {
  const first = start([])
  await until(
    async () => first.health().state,
    state => state === 'live',
    SETTLED_MS_MAX,
  )
  await append('begin')
  await untilOnBus('begin')
  await first.stop()
  await append('refused')
  await append('after')
  await withoutCommitAfter('after', async () => {
    const older = start(['probe-refused'])
    await untilOnBus('after')
    await delay(500)
    await older.stop()
  })
  const newer = start([])
  await append('later')
  await untilOnBus('later')
  await newer.stop()
  assert.equal(await onBus(), ['probe-begin', 'probe-after', 'probe-later'])
  assert.equal(await parked(), ['probe-refused'])
})

test('what the newer version published is not parked when the older one leads', async () => {
  await append('new')
  await withoutCommitAfter('new', async () => {
    const newer = start([])
    await untilOnBus('new')
    await newer.stop()
  })
  const older = start(['probe-new'])
  await append('last')
  await untilOnBus('last')
  await older.stop()
  assert.equal((await onBus()).filter(name => name === 'probe-new').length, 1)
  assert.equal(await parked(), ['probe-refused'])
})

test('a parked event is published late by one of two commands, and names the event before it', async () => {
  const [before] = await store.read('probe-last')
  const late = await parkedEvent('refused')
  const retry = () =>
    publishLate({ ...deps(), stream, test_mode: false }, [version([])], late, async tx => {
      const { rowCount } = await tx.query(sql.unsafe`delete from ops.set_aside where follower = ${OUTBOUND}`)
      if (rowCount === 0) throw new Error('another command has just taken it')
    })
  const outcomes = await Promise.allSettled([retry(), retry()])
  assert.equal(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal((await onBus()).filter(name => name === 'probe-refused').length, 1)
  const end = await readPublishedEnd(nats, stream)
  assert.is(end.last?.known.id, publicId(before!))
  await assertPublishedFrom(store, end, publicId)

  // A restored log that has grown past that position has another event there.
  const other = await store.at(late.position)
  assert.ok(other !== null && isReadable(other))
  const restored = { end: store.end, at: async () => other }
  const error = await assertPublishedFrom(restored, end, publicId).catch(reason => reason)
  assert.instance(error, LogMismatch)
})

test('the process that leads publishes beside a command that publishes many late, though it translates slowly', async () => {
  const names = Array.from({ length: LATE }, (_, n) => `late-${n}`)
  for (const name of names) await append(name)
  const older = start(names.map(name => `probe-${name}`))
  await until(parked, streams => streams.length === LATE, SETTLED_MS_MAX)
  await older.stop()
  const slow = startOutbound(deps(), [version([], SLOW_MS)])
  await append('warm')
  await untilOnBus('warm')
  let isOver = false
  const retrying = (async () => {
    for (const name of names) {
      const late = await parkedEvent(name)
      await publishLate({ ...deps(), stream, test_mode: false }, [version([])], late, async tx => {
        await tx.query(sql.unsafe`delete from ops.set_aside where stream = ${`probe-${name}`}`)
      })
    }
    isOver = true
  })()
  await append('beside')
  await untilOnBus('beside')
  assert.not(isOver, 'it did not wait for the end of the command')
  await retrying
  await append('behind')
  await untilOnBus('behind')
  await slow.stop()
  const all = await onBus()
  assert.is(new Set(all).size, all.length, 'none is there twice')
  assert.ok(names.every(name => all.includes(`probe-${name}`)))
})

test('a process without a line to the broker leaves the lease to another', async () => {
  const cut = connectNats({ servers: ['nats://127.0.0.1:1'] }, 'cut')
  const leaders = createLeaderElection(db, testLog())
  const idle = startOutbound({ ...deps(), nats: cut, leaders }, [version([])])
  await until(
    async () => idle.problem(),
    problem => problem === 'NATS or the stream does not answer',
    SETTLED_MS_MAX,
  )
  const other = start([])
  await append('led')
  await untilOnBus('led')
  assert.equal([idle.health().state, other.health().state], ['retrying', 'live'])
  await idle.stop()
  await other.stop()
  await leaders.stop()
  await cut.close()
})

test('a stream that was made for something else is not published to', async () => {
  const manager = await nats.live().jetstreamManager()
  await manager.streams.delete(stream.name)
  await manager.streams.add({ ...stream, storage: StorageType.Memory })
  const wrong = start([])
  await append('unseen')
  await until(
    async () => wrong.problem(),
    problem => /other storage/.test(problem ?? ''),
    SETTLED_MS_MAX,
  )
  await wrong.stop()
  assert.equal(await onBus(), [])
})

test.run()
