import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { createDueWork, dueWorkMigrations } from '#reactions/due-work.ts'
import { suite } from '../harness/suite.ts'

const test = suite('due work')

const dataDir = mkdtempSync(join(tmpdir(), 'due-work-'))
const postgres = await startEmbeddedPostgres({ dataDir })
const db = await connectPostgres(postgres.url)
await migrate(db, dueWorkMigrations)

const T0 = Date.parse('2026-01-01T00:00:00.000Z')
const at = (ms: number) => new Date(T0 + ms)
const LEASE_MS = 60_000

let queues = 0
/** A queue of its own for each test, as one process sees it. */
function newQueue() {
  queues += 1
  const name = `queue-${queues}`
  const rearmed: Date[] = []
  const seenBy = () => createDueWork(db, name, dueAt => rearmed.push(dueAt))
  return { work: seenBy(), rival: seenBy(), rearmed }
}
const arming = (id: string, ms: number) => ({
  id,
  stream: `refund-${id}`,
  correlation_id: 'req_1',
  causation_id: 'evt_1',
  dueAt: at(ms),
})
const done = { at: null, asked: 0, failures: 0 }

test('is claimed when it is due and not before, the longest waiting first', async () => {
  const { work } = newQueue()
  await Promise.all([work.arm(arming('b', 200)), work.arm(arming('a', 100)), work.arm(arming('c', 300))])
  assert.equal(await work.claim(at(99), 10, LEASE_MS), [])
  assert.equal(
    (await work.claim(at(299), 1, LEASE_MS)).map(({ id }) => id),
    ['a'],
  )
  assert.equal(
    (await work.claim(at(299), 10, LEASE_MS)).map(({ id }) => id),
    ['b'],
  )
})

test('tells how long ago it was armed for the last time, by the clock of the database', async () => {
  const { work } = newQueue()
  await work.arm(arming('a', 0))
  await delay(60)
  const [first] = await work.claim(at(0), 1, LEASE_MS)
  assert.ok(first!.armed_for_ms >= 60)
  await work.settle({ ...done, claim: first!, at: at(0) })
  const before = Date.now()
  await work.arm(arming('a', 0))
  const [again] = await work.claim(at(0), 1, LEASE_MS)
  assert.ok(again!.armed_for_ms <= Date.now() - before + 1)
})

test('comes with its cause', async () => {
  const { work } = newQueue()
  await work.arm(arming('a', 0))
  const [claim] = await work.claim(at(0), 1, LEASE_MS)
  assert.equal([claim?.stream, claim?.correlation_id, claim?.causation_id], ['refund-a', 'req_1', 'evt_1'])
})

test('armed again it comes earlier, never later', async () => {
  const { work } = newQueue()
  await work.arm(arming('a', 500))
  await work.arm(arming('a', 900))
  assert.equal(await work.nextDue(), at(500))
  await Promise.all([work.arm(arming('a', 300)), work.arm(arming('a', 400))])
  assert.equal(await work.nextDue(), at(300))
})

test('is held by one of many claimers', async () => {
  const { work, rival } = newQueue()
  await Promise.all(Array.from({ length: 100 }, (_, n) => work.arm(arming(`r${n}`, 0))))
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? work : rival).claim(at(0), 10, LEASE_MS)),
  )
  const ids = claims.flat().map(({ id }) => id)
  assert.is(new Set(ids).size, ids.length)
  assert.is((await work.claim(at(0), 100, LEASE_MS)).length, 100 - ids.length)
})

test('settled for later it comes back then, with what was counted', async () => {
  const { work } = newQueue()
  await work.arm(arming('a', 0))
  const [claim] = await work.claim(at(0), 1, LEASE_MS)
  await work.settle({ claim: claim!, at: at(2_000), asked: 3, failures: 1 })
  assert.equal(await work.claim(at(1_999), 1, LEASE_MS), [])
  const [again] = await work.claim(at(2_000), 1, LEASE_MS)
  assert.equal([again?.asked, again?.failures], [3, 1])
})

test('settled as done it is gone', async () => {
  const { work } = newQueue()
  await work.arm(arming('a', 0))
  const [claim] = await work.claim(at(0), 1, LEASE_MS)
  await work.settle({ claim: claim!, ...done })
  assert.is(await work.nextDue(), null)
  assert.equal(await work.claim(at(1e9), 1, LEASE_MS), [])
})

test('armed while it is held it is not dropped, and begins anew', async () => {
  const { work, rival, rearmed } = newQueue()
  await work.arm(arming('a', 0))
  const [claim] = await work.claim(at(0), 1, LEASE_MS)
  await rival.arm(arming('a', 50))
  assert.equal(await rival.claim(at(100), 1, LEASE_MS), [])
  await work.settle({ claim: claim!, ...done })
  assert.equal(rearmed, [at(0)])
  assert.is((await rival.claim(at(100), 1, LEASE_MS))[0]?.id, 'a')
})

test('goes to another when the lease ran out, and the one who lost it changes nothing any more', async () => {
  const { work, rival } = newQueue()
  await work.arm(arming('a', 0))
  const [lost] = await work.claim(at(0), 1, 30)
  await delay(60)
  const [taken] = await rival.claim(at(0), 1, LEASE_MS)
  assert.is(taken?.fence, lost!.fence + 1)
  await work.settle({ claim: lost!, ...done })
  await work.renew([lost!], 1)
  await delay(10)
  assert.equal(await work.claim(at(0), 1, LEASE_MS), [])
  await rival.settle({ claim: taken!, at: at(7_000), asked: 1, failures: 0 })
  assert.equal(await work.nextDue(), at(7_000))
})

test('a renewed lease holds', async () => {
  const { work, rival } = newQueue()
  await work.arm(arming('a', 0))
  const claims = await work.claim(at(0), 1, 40)
  await work.renew(claims, LEASE_MS)
  await delay(60)
  assert.equal(await rival.claim(at(0), 1, LEASE_MS), [])
})

test('a renewal that comes after the settlement does not lock it', async () => {
  const { work, rival } = newQueue()
  await work.arm(arming('a', 0))
  const claims = await work.claim(at(0), 1, LEASE_MS)
  await work.settle({ claim: claims[0]!, at: at(10), asked: 0, failures: 0 })
  await work.renew(claims, LEASE_MS)
  assert.is((await rival.claim(at(10), 1, LEASE_MS)).length, 1)
})

test('armings, claims and settlements of many at once lose nothing', async () => {
  const { work, rival } = newQueue()
  const finished = new Map<string, number>()
  const claimer = async (by: typeof work) => {
    for (let idle = 0; idle < 20; ) {
      const claims = await by.claim(at(0), 16, LEASE_MS)
      idle = claims.length === 0 ? idle + 1 : 0
      await Promise.all(
        claims.map(async claim => {
          finished.set(claim.id, (finished.get(claim.id) ?? 0) + 1)
          await by.settle({ claim, ...done })
        }),
      )
    }
  }
  const armer = async (by: typeof work) => {
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 50 }, (_, n) => by.arm(arming(`r${n}`, 0))))
  }
  await Promise.all([armer(work), armer(rival), claimer(work), claimer(rival)])
  assert.is(finished.size, 50)
  assert.is(await work.nextDue(), null)
})

test.after(async () => {
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
