import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { refundStreams } from '#domain/refunds/events.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import type { Reactions } from '#reactions/start.ts'
import { depth } from '../harness/depth.ts'
import { suite } from '../harness/suite.ts'
import {
  historyOf,
  paidFor,
  reaches,
  requested,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

const test = suite('killed reactors')

const script = fileURLToPath(new URL('dying-reactor-process.ts', import.meta.url))
const KILLS = depth(4, 40)
/** Between the requests of one of the four who ask: the end is waited for, so there must be one. */
const REQUEST_GAP_MS = 60
/** A start takes seconds on a busy machine, and all that is asked for meanwhile has to be paid at the end. */
const REFUNDS_PER_KILL_MAX = 80
const PAID = ['RefundRequested', 'RefundProcessingStarted', 'RefundCompleted']

const run = await startReactionService()
const { service } = run
const reactors: Reactions[] = []

function startChild(mode: 'mute' | 'work'): { child: ChildProcess; lines: AsyncIterable<string> } {
  const child = spawn(process.execPath, [script, JSON.stringify(run.urls), mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: createInterface({ input: child.stdout }) }
}
async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('what the network accepted without a record is queried by the next reactor, not paid again', async () => {
  const { child, lines } = startChild('mute')
  const accepted = new Set<string>()
  const ids = await Promise.all(Array.from({ length: 5 }, () => requested(service, '4711')))
  for await (const line of lines) {
    if (line.startsWith('accepted ')) accepted.add(line)
    if (accepted.size === ids.length) break
  }
  for (const id of ids) assert.equal(await historyOf(service, id), PAID.slice(0, 2))
  await kill(child)

  const successor = startRefundReactions(await run.another())
  for (const id of ids) {
    await reaches(service, id, 'completed')
    assert.equal(await historyOf(service, id), PAID)
    const paid = await paidFor(service, id)
    assert.equal(
      paid.map(({ key, payments }) => [key, payments]),
      [[`${id}:0`, 1]],
    )
  }
  await successor.stop()
})

test('reactors killed at any instant under load leave every refund to an end, paid once', async () => {
  const ids: string[] = []
  let isOver = false
  let kills = 0
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        if (ids.length < (kills + 1) * REFUNDS_PER_KILL_MAX)
          ids.push(await requested(service, ids.length % 3 === 0 ? '0001' : '4711'))
        await delay(REQUEST_GAP_MS)
      }
    }),
  )
  try {
    for (; kills < KILLS; kills += 1) {
      const { child, lines } = startChild('work')
      for await (const line of lines) if (line === 'started') break
      await delay(20 + Math.random() * 300)
      await kill(child)
    }
  } finally {
    isOver = true
    await load
  }
  assert.ok(ids.length > 50, `${ids.length} refunds`)

  reactors.push(startRefundReactions(await run.another()))
  for (const id of ids) {
    await reaches(service, id, 'completed')
    const events = await service.store.read(refundStreams.stream(id))
    assert.equal(
      events.map(({ type }) => type),
      PAID,
    )
    assert.is(firstBrokenLink(events), null)
  }
  const Ledger = z.object({ payments: z.number(), keys: z.number(), first_attempts: z.number() })
  const ledger = await service.db.one(sql.type(Ledger)`
    select count(*)::int as payments, count(distinct key)::int as keys,
      count(*) filter (where key like '%:0')::int as first_attempts
    from ops.sandbox_payments where split_part(key, ':', 1) = any(${sql.array(ids, 'text')})`)
  assert.equal(ledger, { payments: ids.length, keys: ids.length, first_attempts: ids.length })
})

test.after(async () => {
  for (const { stop } of reactors) await stop()
  await run.close()
})
test.run()
