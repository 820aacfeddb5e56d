import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import * as assert from 'uvu/assert'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import { createSubscriptionStatus, registerMetrics, type SubscriptionState } from '#subscription/subscription-status.ts'
import { suite } from '../harness/suite.ts'

const test = suite('subscription: a backlog and a standstill')
const HOUR_MS = 3_600_000
const oldEvent = { at: new Date(Date.now() - HOUR_MS).toISOString() } as LoggedEvent
const PAUSE_MS = 50

test('events that wait and are taken are a backlog, however old they are', async () => {
  const status = createSubscriptionStatus(1, () => new Date())
  status.setState('live')
  status.startBatch(oldEvent)
  await delay(PAUSE_MS)
  const before = status.health()
  assert.ok(before.lag_ms >= HOUR_MS)
  assert.ok(before.stalled_ms >= PAUSE_MS - 1 && before.stalled_ms < HOUR_MS)
  status.endBatch(1)
  assert.is(status.health().stalled_ms, 0)
})

test('while it catches up each batch restarts the time', async () => {
  const status = createSubscriptionStatus(1, () => new Date())
  status.setState('catching_up')
  await delay(PAUSE_MS)
  const before = status.health().stalled_ms
  assert.ok(before >= PAUSE_MS - 1)
  status.startBatch(oldEvent)
  assert.ok(status.health().stalled_ms >= before, 'a batch that begins is not taken yet')
  status.endBatch(1)
  assert.ok(status.health().stalled_ms < before)
  await delay(PAUSE_MS)
  assert.ok(status.health().stalled_ms >= PAUSE_MS - 1, 'and nothing comes after it')
  assert.ok(status.health().out_of_order_ms >= before)
})

test('a batch that is begun again and again is a standstill', async () => {
  const status = createSubscriptionStatus(1, () => new Date())
  status.setState('live')
  status.startBatch(oldEvent)
  await delay(PAUSE_MS)
  status.setState('retrying')
  status.startBatch(oldEvent)
  assert.ok(status.health().stalled_ms >= PAUSE_MS - 1)
  status.setState('standby')
  assert.is(status.health().stalled_ms, 0)
})

test('a backlog is in order while it is taken, and not once nothing is taken for the time that may pass', async () => {
  const stalledMsMax = 10 * PAUSE_MS
  const status = createSubscriptionStatus(1, () => new Date(), stalledMsMax)
  assert.not(status.health().ok, 'nothing was shown yet')
  status.endBatch(1)
  assert.not(status.health().ok, 'it catches up for the first time')
  status.setState('live')
  status.startBatch(oldEvent)
  assert.ok(status.health().lag_ms >= HOUR_MS)
  assert.ok(status.health().ok)
  await delay(stalledMsMax + PAUSE_MS)
  assert.not(status.health().ok)
  status.endBatch(1)
  assert.ok(status.health().ok)
  await delay(stalledMsMax + PAUSE_MS)
  assert.ok(status.health().ok, 'nothing waits')
})

test('a lost connection is not in order until events are taken again', async () => {
  const stalledMsMax = 10 * PAUSE_MS
  const status = createSubscriptionStatus(1, () => new Date(), stalledMsMax)
  status.setState('live')
  status.endBatch(1)
  status.setState('catching_up')
  assert.not(status.health().ok)
  status.endBatch(0)
  assert.not(status.health().ok, 'only the place moved')
  status.startBatch(oldEvent)
  status.endBatch(1)
  assert.ok(status.health().ok)
  status.startBatch(oldEvent)
  await delay(stalledMsMax + PAUSE_MS)
  assert.not(status.health().ok)
  status.setState('retrying')
  status.setState('catching_up')
  assert.not(status.health().ok)
})

test('a standby that takes over is in order, unless it loses the log', () => {
  const status = createSubscriptionStatus(1, () => new Date())
  status.setState('standby')
  status.setState('catching_up')
  assert.ok(status.health().ok)
  status.setState('live')
  status.setState('catching_up')
  assert.not(status.health().ok)
  status.setState('standby')
  status.setState('retrying')
  status.setState('catching_up')
  assert.not(status.health().ok)
})

test('only the process that takes events leads: with one that waits for the lease, none may', async () => {
  const registry = new Registry()
  const status = createSubscriptionStatus(1, () => new Date())
  registerMetrics(registry, 'bus-out', status)
  const leading = async (state: SubscriptionState) => {
    status.setState(state)
    const text = await registry.metrics()
    return Number(/^subscription_leading\{subscription="bus-out"\} (\d)$/m.exec(text)?.[1])
  }
  assert.is(await leading('catching_up'), 0, 'it has taken nothing yet')
  assert.is(await leading('live'), 1)
  assert.is(await leading('standby'), 0)
  assert.ok(status.health().ok, 'another process is expected to lead')
  assert.is(await leading('retrying'), 0)
})

test.run()
