import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import { z } from 'zod'
import type { RefundCommand } from '#domain/refunds/commands.ts'
import { refunds } from '#domain/refunds/decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import type { TransactionEvent } from '#domain/transactions/events.ts'
import type { EventStore, NewEvent } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { derivedId } from '#values/ids.ts'
import { requestedData } from '../domain/refunds/samples.ts'
import { CLIENT, context, knownTransaction, requested } from './reaction-service.ts'

/** What a service had written that is stopped now: refunds in every state, without any due work of theirs. */

export const COMPLETED: RefundCommand[] = [
  { type: 'start_processing', attempt: 0 },
  { type: 'complete', attempt: 0, reference: 'NET-1' },
]

/** A refund that commands brought so far, with nobody to do what is due. */
export async function refundAfter(service: RefundService, ...commands: RefundCommand[]): Promise<string> {
  const id = await requested(service, '0001')
  for (const command of commands) await service.execute.run(refunds, id, command, context())
  return id
}

export const VOID: RefundCommand = {
  type: 'void',
  client_id: CLIENT,
  void_reason: 'compliance_hold',
  void_details_sealed: null,
  voided_by: 'usr_admin',
  voider: 'usr_admin',
  four_eyes: false,
}
export const CANCEL: RefundCommand = {
  type: 'cancel',
  client_id: CLIENT,
  cancel_reason: null,
  cancelled_by: 'usr_agent',
}

/** A reservation whose refund never came; answers with the id that it would have had. */
export async function lostReservation(service: RefundService, transactionId: string): Promise<string> {
  await knownTransaction(service, transactionId)
  const refund_id = derivedId('rf', CLIENT, transactionId, 0)
  const reserve = { type: 'reserve' as const, client_id: CLIENT, refund_id, attempt: 0 }
  const command = { ...reserve, amount_minor: 1_000, currency: 'EUR' }
  await service.execute.run(transactions, transactions.id(CLIENT, transactionId), command, context())
  return refund_id
}

function asNew(event: RefundEvent | TransactionEvent): NewEvent {
  const { actor } = context()
  const at = new Date().toISOString()
  const request_id = 'req_before'
  return {
    id: randomUUID(),
    ...event,
    metadata: {
      v: 1,
      at,
      actor,
      request_id,
      correlation_id: request_id,
      causation_id: null,
      prev_hash: null,
      hash: 'unchained',
    },
  }
}

const WRITERS = 16

/** So many refunds that are long done, written straight to the store. */
export async function writeDoneRefunds(store: EventStore, count: number, prefix = 'done'): Promise<void> {
  let n = 0
  const writer = async () => {
    while (n < count) {
      n += 1
      const refund_id = `rf_${prefix}-${n}`
      const transaction_id = `tx-${prefix}-${n}`
      const amount_minor = requestedData.amount_minor
      const reserved: TransactionEvent = { type: 'RefundReserved', data: { refund_id, attempt: 0, amount_minor } }
      const stream = transactions.stream(transactions.id(CLIENT, transaction_id))
      await store.append(stream, 'no_stream', [asNew(reserved)])
      const history: RefundEvent[] = [
        { type: 'RefundRequested', data: { ...requestedData, client_id: CLIENT, transaction_id } },
        { type: 'RefundProcessingStarted', data: { attempt: 0 } },
        { type: 'RefundCompleted', data: { attempt: 0, reference: 'NET-1' } },
      ]
      await store.append(refunds.stream(refund_id), 'no_stream', history.map(asNew))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

const Armed = z.object({ reaction: z.string(), armed: z.number(), is_finished: z.boolean(), started_at: z.string() })

/** What the histories of the reactions came to. */
export async function histories(service: Service): Promise<Record<string, z.infer<typeof Armed>>> {
  const rows = await service.db.any(sql.type(Armed)`
    select reaction, armed, finished_at is not null as is_finished, started_at from ops.due_work_history`)
  return Object.fromEntries(rows.map(row => [row.reaction, row]))
}
