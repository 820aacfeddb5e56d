import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { createClientStatusCache } from '#delivery/dispatch/client-status-cache.ts'
import { STATUS_AGE_MS_MAX } from '#domain/auth/clients/decider.ts'
import type { Service } from '#service.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { until } from './engine.ts'

/** Between what `of` looks at and what the test measures. */
const SLACK_MS = 500

const test = suite('delivery: how long the status of a client is used')

type Read = { atMs: number; answer(status: 'active' | 'disabled'): void; fail(): void }

/** Every read of the event store waits for the test to end it. */
function standingsWith(options: Parameters<typeof createClientStatusCache>[1] = {}) {
  const reads: Read[] = []
  const load = () => {
    const { promise, resolve, reject } = Promise.withResolvers()
    const answer = (status: string) => resolve({ state: { status } })
    reads.push({ atMs: performance.now(), answer, fail: () => reject(new Error('away')) })
    return promise
  }
  const service = { execute: { load }, log: testLog() } as unknown as Service
  const standings = createClientStatusCache(service, options)
  return { reads, of: () => standings.of('clt_1') }
}

test('a status is used until it is as old as a suspension waits, while the next read gets no answer', async () => {
  const { reads, of } = standingsWith()
  const first = of()
  reads[0]!.answer('active')
  assert.is(await first, 'active')
  const used: number[] = []
  await until('no longer used', async () => {
    const status = await of()
    if (status === 'active') used.push(performance.now() - reads[0]!.atMs)
    return status === 'unknown'
  })
  const longestMs = Math.max(...used)
  assert.ok(longestMs < STATUS_AGE_MS_MAX + SLACK_MS, `used after ${longestMs} ms`)
  assert.is(reads.length, 2, 'one question at a time')
  reads[1]!.answer('disabled')
  await until('known again', async () => reads.length === 3 || (await of()) === 'suspended')
})

test('an answer is as old as its question', async () => {
  const { reads, of } = standingsWith()
  const first = of()
  await delay(STATUS_AGE_MS_MAX + SLACK_MS)
  assert.is(await first, 'unknown')
  reads[0]!.answer('active')
  assert.is(await of(), 'unknown', 'a suspension since then may be answered by now')
  const next = of()
  assert.is(reads.length, 2)
  reads[1]!.answer('disabled')
  assert.is(await next, 'suspended')
})

test('the next read begins before the status is too old, and nothing waits for it', async () => {
  const { reads, of } = standingsWith()
  const first = of()
  reads[0]!.answer('active')
  await first
  await until('asked again', async () => {
    assert.is(await of(), 'active')
    return reads.length === 2
  })
  reads[1]!.answer('disabled')
  await until('suspended', async () => (await of()) === 'suspended')
})

test('where the event store refuses to be read, the last status goes on; what was never known stays unknown', async () => {
  const { reads, of } = standingsWith()
  const never = of()
  reads[0]!.fail()
  assert.is(await never, 'unknown')
  let seen = 1
  const answered = async (end: (read: Read) => void) => {
    const status = of()
    for (; seen < reads.length; seen += 1) end(reads[seen]!)
    return status
  }
  await until('known', async () => (await answered(read => read.answer('active'))) === 'active')
  const deadline = performance.now() + STATUS_AGE_MS_MAX + 1_000
  while (performance.now() < deadline) {
    assert.is(await answered(read => read.fail()), 'active')
    await delay(20)
  }
  assert.ok(seen > 3)
})

test('a status is used for a limited time while every read is refused, and known again with the first answer', async () => {
  const staleIfErrorMsMax = STATUS_AGE_MS_MAX + 1_500
  const { reads, of } = standingsWith({ staleIfErrorMsMax })
  const first = of()
  reads[0]!.answer('active')
  assert.is(await first, 'active')
  let seen = 1
  const used: number[] = []
  await until('no longer used', async () => {
    const status = of()
    for (; seen < reads.length; seen += 1) reads[seen]!.fail()
    if ((await status) === 'unknown') return true
    used.push(performance.now() - reads[0]!.atMs)
    return false
  })
  const longestMs = Math.max(...used)
  assert.ok(longestMs > STATUS_AGE_MS_MAX, `not used after ${longestMs} ms`)
  // The last refusal before the limit is used until the next read.
  assert.ok(longestMs < staleIfErrorMsMax + STATUS_AGE_MS_MAX, `used after ${longestMs} ms`)
  await until('asked again', async () => {
    const status = of()
    if (reads.length === seen) return false
    reads[seen]!.answer('disabled')
    assert.is(await status, 'suspended')
    return true
  })
})

test('a read that fails late makes no status younger than its question', async () => {
  const { reads, of } = standingsWith()
  const first = of()
  reads[0]!.answer('active')
  assert.is(await first, 'active')
  await until('asked again', async () => {
    await of()
    return reads.length === 2
  })
  await delay(STATUS_AGE_MS_MAX + SLACK_MS)
  reads[1]!.fail()
  await delay(0)
  const next = of()
  reads.at(-1)!.answer('disabled')
  assert.is(await next, 'suspended', 'a suspension since the question may be answered by now')
})

test.run()
