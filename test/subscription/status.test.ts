import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import type { Logged } from '#event-sourcing/event-store.ts'
import { createStatus } from '#subscription/status.ts'
import { suite } from '../harness/suite.ts'

const test = suite('subscription: a backlog and a standstill')
const HOUR_MS = 3_600_000
const oldEvent = { at: new Date(Date.now() - HOUR_MS).toISOString() } as Logged
const PAUSE_MS = 50

test('events that wait and are taken are a backlog, however old they are', async () => {
  const status = createStatus(1, () => new Date())
  status.is('live')
  status.begins(oldEvent)
  await delay(PAUSE_MS)
  const before = status.health()
  assert.ok(before.lag_ms >= HOUR_MS)
  assert.ok(before.stalled_ms >= PAUSE_MS - 1 && before.stalled_ms < HOUR_MS)
  status.taken(1)
  assert.is(status.health().stalled_ms, 0)
})

test('while it catches up each batch begins the time anew', async () => {
  const status = createStatus(1, () => new Date())
  status.is('catching_up')
  await delay(PAUSE_MS)
  const before = status.health().stalled_ms
  assert.ok(before >= PAUSE_MS - 1)
  status.begins(oldEvent)
  assert.ok(status.health().stalled_ms >= before, 'a batch that begins is not taken yet')
  status.taken(1)
  assert.ok(status.health().stalled_ms < before)
  await delay(PAUSE_MS)
  assert.ok(status.health().stalled_ms >= PAUSE_MS - 1, 'and nothing comes after it')
  assert.ok(status.health().out_of_order_ms >= before)
})

test('a batch that is begun again and again is a standstill', async () => {
  const status = createStatus(1, () => new Date())
  status.is('live')
  status.begins(oldEvent)
  await delay(PAUSE_MS)
  status.is('retrying')
  status.begins(oldEvent)
  assert.ok(status.health().stalled_ms >= PAUSE_MS - 1)
  status.is('standby')
  assert.is(status.health().stalled_ms, 0)
})

test('a backlog is in order while it is taken, and not once nothing is taken for the time that may pass', async () => {
  const stalledMsMax = 10 * PAUSE_MS
  const status = createStatus(1, () => new Date(), stalledMsMax)
  assert.not(status.health().ok, 'nothing was shown yet')
  status.taken(1)
  assert.not(status.health().ok, 'it catches up for the first time')
  status.is('live')
  status.begins(oldEvent)
  assert.ok(status.health().lag_ms >= HOUR_MS)
  assert.ok(status.health().ok)
  await delay(stalledMsMax + PAUSE_MS)
  assert.not(status.health().ok)
  status.taken(1)
  assert.ok(status.health().ok)
  await delay(stalledMsMax + PAUSE_MS)
  assert.ok(status.health().ok, 'nothing waits')
})

test('a lost connection is not in order until events are taken again', async () => {
  const stalledMsMax = 10 * PAUSE_MS
  const status = createStatus(1, () => new Date(), stalledMsMax)
  status.is('live')
  status.taken(1)
  status.is('catching_up')
  assert.not(status.health().ok)
  status.taken(0)
  assert.not(status.health().ok, 'only the place moved')
  status.begins(oldEvent)
  status.taken(1)
  assert.ok(status.health().ok)
  status.begins(oldEvent)
  await delay(stalledMsMax + PAUSE_MS)
  assert.not(status.health().ok)
  status.is('retrying')
  status.is('catching_up')
  assert.not(status.health().ok)
})

test.run()
