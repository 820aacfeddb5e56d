import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { RefundCommand } from '#domain/refunds/commands.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { buildAsOf } from '#projector/as-of-build.ts'
import { parseAsOfPoint } from '#projector/as-of-point.ts'
import { verifyReadModel } from '#projector/verify.ts'
import { Rejection } from '#values/errors.ts'
import { until } from './harness/client.ts'
import { readModels } from './harness/every-module.ts'
import { refundOf, transactionOf } from './harness/samples.ts'
import { startTestService } from './harness/service.ts'
import { suite } from './harness/suite.ts'
import { readLog } from './projector/refund-histories.ts'

/**
 * Whoever asks of a refund is told the same: the record, the audit, the list, a rebuilt list, a list of the past, and
 * the endpoint that was told last. RUNS=n for more histories.
 */
const RUNS = Number(process.env.RUNS ?? 4)
const REFUNDS_MAX = 6
const STEPS_MAX = 7
const TOLD_MS_MAX = 60_000

const test = suite('everything that shows a refund')
// Nobody pays: what the network does is played here, so that it comes between any two commands.
const service = await startTestService({ ROLES: 'api,projector,deliverer' })
const { admin } = service
const { store, db, leaders, execute } = service.service
const receiver = await startReceiver(await developmentCaOf(service.environment.DATA_DIR!))
const hook = await admin.post('/webhooks', { url: receiver.url, events: ['refund.*'] })
receiver.useSecret(hook.body.secret)

test.after(async () => {
  await service.end()
  await receiver.close()
})

const STEPS = ['start', 'complete', 'fail', 'cancel', 'void', 'retry', 'return', 'keep'] as const
type Step = (typeof STEPS)[number]

/** What the network says, as the reactions would record it. */
function commandOf(step: Step, attempt: number): RefundCommand | null {
  if (step === 'start') return { type: 'start_processing', attempt }
  if (step === 'complete') return { type: 'complete', attempt, reference: 'NET-1' }
  if (step === 'fail') return { type: 'fail', attempt, reference: 'NET-1', failure_reason: 'ACCOUNT_CLOSED' }
  if (step === 'return') return { type: 'complete_reversal', attempt, reversal_reference: 'REV-1' }
  if (step === 'keep') return { type: 'fail_reversal', attempt, reversal_reference: 'REV-1' }
  return null
}

/** Does it, whether it is refused or not: any history that can come about may. */
async function play(refundId: string, step: Step, attempt: number): Promise<void> {
  if (step === 'cancel') return void (await admin.post(`/refund/${refundId}/cancel`, { reason: 'changed' }))
  if (step === 'void') return void (await admin.post(`/refund/${refundId}/void`, { reason: 'compliance_hold' }))
  if (step === 'retry') return void (await admin.post(`/refund/${refundId}/retry`, {}))
  const context = {
    actor: { sub: 'system', client_id: 'system', role: 'system' },
    ...{ request_id: 'req_network', command_id: randomUUID(), correlation_id: 'req_network', causation_id: null },
    now: service.service.now(),
  }
  await execute.run(refunds, refundId, commandOf(step, attempt)!, context).catch(error => {
    if (!(error instanceof Rejection)) throw error
  })
}

type Audit = { revision: number; state: Record<string, unknown> | null; history: { revision: number; at: string }[] }

async function audit(refundId: string, query = ''): Promise<Audit> {
  const { status, body } = await admin.get(`/audit/refunds/${refundId}${query}`)
  assert.is(status, 200, JSON.stringify(body))
  return body
}

async function isAgreed(refundId: string, answered: Map<string, Audit['state']>): Promise<void> {
  const now = await audit(refundId)
  const { body: record } = await admin.get(`/refund/${refundId}`)
  assert.is(now.state!.status, record.status, 'the audit and the record')
  for (const [at, state] of answered) {
    const then = await audit(refundId, `?as_of=${encodeURIComponent(at)}`)
    assert.equal(then.state, state, `as of ${at}`)
  }
  const { body: list } = await admin.get(`/refund/list?transaction_id=${record.transaction_id}`)
  assert.is(list.data.length, 1)
  assert.is(list.data[0].status, record.status, 'the list and the record')
  const told = receiver.deliveries
    .map(({ body }) => JSON.parse(body))
    .filter(({ data }) => data.refund_id === refundId)
    .sort((a, b) => a.metadata.sequence - b.metadata.sequence)
  const last = told.at(-1)
  const after = await audit(refundId, `?revision=${last.metadata.sequence - 1}`)
  assert.is(last.data.status, after.state!.status, 'the last payload and the audit of its event')
}

/** As the list has it in a schema. */
const rowsIn = (schema: string) =>
  db.anyFirst(sql.type(z.object({ line: z.string() }))`
    select concat_ws(' ', refund_id, status, revision) as line from ${sql.identifier([schema, 'refunds'])} order by 1`)

const steps = fc.array(fc.constantFrom(...STEPS), { maxLength: STEPS_MAX })

test('shows the same, now and as of then', () =>
  fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: REFUNDS_MAX }), async histories => {
      const answers = await Promise.all(
        histories.map(async history => {
          const transaction = transactionOf(100)
          await admin.post('/transactions', transaction)
          const { status, body } = await admin.requestRefund(refundOf(transaction, 10))
          assert.is(status, 201, JSON.stringify(body))
          const refundId: string = body.refund_id
          const answered = new Map<string, Audit['state']>()
          const keep = async () => {
            const { state, history } = await audit(refundId)
            answered.set(history.at(-1)!.at, state)
            return Number(state!.retry_count ?? 0)
          }
          let attempt = await keep()
          for (const step of history) {
            await play(refundId, step, attempt)
            attempt = await keep()
          }
          return { refundId, answered }
        }),
      )
      const end = (await readLog(store, 'refund-')).at(-1)!.position.commit
      await until(
        async () => {
          const places = await db.any(sql.type(z.object({ name: z.string(), place: z.string().nullable() }))`
            select name, last_event::text as place from ops.checkpoints where name in ('refunds', 'webhooks')`)
          const { body: waiting } = await admin.get(
            `/webhooks/${hook.body.webhook_id}/deliveries?status=pending&limit=1`,
          )
          return { places, waiting: waiting.data }
        },
        ({ places, waiting }) => places.every(({ place }) => BigInt(place ?? -1) >= end) && waiting.length === 0,
        TOLD_MS_MAX,
      )
      for (const { refundId, answered } of answers) await isAgreed(refundId, answered)

      const never = new AbortController().signal
      for (const projection of readModels) {
        const outcome = await verifyReadModel({ store, db, leaders }, projection, never)
        for (const { table, samples: told } of outcome === 'taken' ? [] : outcome.tables) assert.equal(told, [], table)
      }
      const list = readModels.find(({ name }) => name === 'refunds')!
      const at = answers.flatMap(({ answered }) => [...answered.keys()]).sort()[answers.length]
      if (at === undefined) return
      const moment = parseAsOfPoint(at, new Date())
      await buildAsOf({ store, db, leaders }, list, moment, never, { fromScratch: true })
      const rows = new Map((await rowsIn(moment.schema)).map(line => [line.split(' ', 1)[0], line]))
      for (const { refundId } of answers) {
        const { state, revision } = await audit(refundId, `?as_of=${encodeURIComponent(at)}`)
        assert.is(rows.get(refundId), state === null ? undefined : `${refundId} ${state.status} ${revision}`)
      }
    }),
    { numRuns: RUNS, endOnFailure: true, includeErrorInReport: true },
  ))

test.run()
