import type { RefundCommand } from '#domain/refunds/commands.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { isRefund, type RefundState } from '#domain/refunds/state.ts'
import { type TransactionCommand, transactions } from '#domain/transactions/decider.ts'
import { type EventStore, isReadable, type LoggedEvent } from '#event-sourcing/event-store.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { requestedData } from '../domain/refunds/samples.ts'
import { stopAtUnreadable } from '../harness/stop-at-unreadable.ts'

/** Numbers from 0 up to 1 that are the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Histories = { seed: number; refunds: number; clients: number; users: number; daysMax: number }

/**
 * Lets refunds live random lives through the real decider, many at a time, and so leaves every kind of history in the
 * store: paid, failed and retried, cancelled, voided before and after the money moved, and streams that were abandoned.
 */
export async function playHistories(store: EventStore, histories: Histories): Promise<void> {
  const execute = createExecute(store)
  const next = random(histories.seed)
  const pick = (count: number) => Math.floor(next() * count)
  const from = Date.UTC(2026, 0, 1)
  const lives = Array.from({ length: histories.refunds }, (_, number) => ({
    refund_id: `rf_${histories.seed}_${String(number).padStart(6, '0')}`,
    state: refunds.decider.initial as RefundState,
    at: from + Math.floor(next() * histories.daysMax * 86_400_000),
    left: 2 + pick(8),
    client_id: `clt_${pick(histories.clients)}`,
    user_id: `user_${pick(histories.users)}`,
    amount_minor: 1 + pick(1_000_000),
    revision: -1,
  }))
  const command = (life: (typeof lives)[number]): RefundCommand => {
    const { state, client_id, user_id, amount_minor } = life
    if (!isRefund(state)) {
      if (next() < 0.03) return { type: 'abandon' }
      const beneficiary = { ...requestedData.beneficiary, user_id }
      return { type: 'request', data: { ...requestedData, client_id, amount_minor, beneficiary } }
    }
    const attempt = state.attempt
    const voided = {
      client_id,
      void_reason: 'compliance_hold',
      void_details_sealed: null,
      voided_by: 'a',
      voider: 'a',
      four_eyes: false,
    }
    if (next() < 0.05 && state.status !== 'cancelled' && state.status !== 'voided') return { type: 'void', ...voided }
    if (state.status === 'pending' && next() < 0.1)
      return { type: 'cancel', client_id, cancel_reason: 'x', cancelled_by: 'agent' }
    if (state.status === 'pending') return { type: 'start_processing', attempt }
    if (state.status === 'failed') {
      if (next() < 0.2) return { type: 'abandon_retry', attempt: attempt + 1 }
      if (state.retry_count >= 5) return { type: 'void', ...voided }
      return { type: 'retry', client_id, attempt: attempt + 1, retry_reason: null, beneficiary: null }
    }
    if (state.reversal?.status === 'pending') return { type: 'complete_reversal', attempt, reversal_reference: 'REV' }
    if (next() < 0.3) return { type: 'fail', attempt, reference: 'NET', failure_reason: 'ACCOUNT_CLOSED' }
    return { type: 'complete', attempt, reference: 'NET' }
  }
  const step = async (life: (typeof lives)[number]) => {
    const context = {
      actor: { sub: 'usr_1', client_id: life.client_id, role: 'integrator', ip: '127.0.0.1' },
      request_id: 'req_1',
      command_id: `${life.refund_id}/${life.left}`,
      correlation_id: 'req_1',
      causation_id: null,
      now: new Date(life.at),
    }
    const outcome = await execute.run(refunds, life.refund_id, command(life), context, { expectNoStream: true })
    life.state = outcome.state
    life.at += Math.floor(next() * 5_000)
    life.left -= 1
  }
  let living = lives
  while (living.length > 0) {
    for (let first = 0; first < living.length; first += 64) await Promise.all(living.slice(first, first + 64).map(step))
    living = living.filter(({ left, state }) => left > 0 && state.status !== 'abandoned')
  }
}

/** Reserves and gives back parts of `count` transactions at random, many at a time. */
export async function playReservations(store: EventStore, count: number): Promise<void> {
  const execute = createExecute(store)
  const next = random(count)
  const pick = (many: number) => Math.floor(next() * many)
  const play = async (number: number) => {
    const recorded = { client_id: 'clt_0', transaction_id: `tx_${number}`, user_id: 'user_0', account_id: null }
    const bought = {
      amount_minor: 10_000,
      currency: 'EUR',
      operation_type: 'payment',
      timestamp: '2026-01-01T00:00:00Z',
    }
    const data = { ...recorded, ...bought, merchant: null, device: null }
    const commands: TransactionCommand[] = [{ type: 'record', data }]
    const attempts = [0, 0, 0]
    for (let step = 0; step < 8; step += 1) {
      const which = pick(attempts.length)
      const named = { client_id: 'clt_0', refund_id: `rf_${number}_${which}`, attempt: attempts[which]! }
      if (next() < 0.4) {
        commands.push({ type: 'release', ...named, reason: 'failed' })
        attempts[which]! += 1
      } else commands.push({ type: 'reserve', ...named, amount_minor: 1 + pick(3_000), currency: 'EUR' })
    }
    for (const [step, command] of commands.entries())
      await execute.run(transactions, transactions.id('clt_0', data.transaction_id), command, {
        actor: { sub: 'usr_1', client_id: 'clt_0', role: 'integrator' },
        request_id: 'req_1',
        command_id: `${number}/${step}`,
        correlation_id: 'req_1',
        causation_id: null,
        now: new Date(Date.UTC(2026, 0, 1, 0, 0, step)),
      })
  }
  await Promise.all(Array.from({ length: count }, (_, number) => play(number)))
}

/**
 * Everything in the log whose stream starts with `prefix`, in order; fails at what can't be read unless it is to be
 * left out.
 */
export async function readLog(
  store: EventStore,
  prefix: string,
  which: 'all' | 'readable' = 'all',
): Promise<LoggedEvent[]> {
  const read: LoggedEvent[] = []
  const over = new AbortController()
  await store.subscribe({
    prefixes: [prefix],
    from: null,
    signal: over.signal,
    handle:
      which === 'all'
        ? stopAtUnreadable(async ({ events }) => void read.push(...events))
        : async ({ events }) => void read.push(...events.filter(isReadable)),
    onCaughtUp: () => over.abort(),
  })
  return read
}
