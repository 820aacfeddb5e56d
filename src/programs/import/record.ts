import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import pMap from 'p-map'
import { enterTransaction } from '#commands/fraud/enter-transaction.ts'
import { reportOutcomes } from '#commands/fraud/report-outcomes.ts'
import { recordTransactions } from '#commands/transactions/record-transactions.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import type { Placed } from './in-order.ts'
import type { RowRefusal } from './row.ts'

/** Entries that are under way together: all of those before are recorded. */
const TOGETHER = 1_024
export const PARALLEL = 64

/** What says something against an entry; anything else is no answer. */
const AGAINST: readonly ErrorCode[] = ['INVALID_REQUEST', 'CONFLICT', 'FRAUD_003']

export type Importing = {
  client_id: string
  signal: AbortSignal
  refused(refusal: RowRefusal & { line: number }): void
  /** All up to this entry are recorded, or refused. */
  onProgress(done: number, last: Placed): void
}

export type Imported = { transactions: number; outcomes: number; duplicates: number; refused: number }

/**
 * Records entries in their order and enters each transaction in its user's windows, as scores find them. What is recorded already is passed over,
 * so that it may be repeated after whatever ended it.
 */
export async function recordEntries(
  service: Pick<Service, 'execute' | 'vault' | 'log'>,
  entries: Iterable<Placed>,
  { client_id, signal, refused, onProgress }: Importing,
): Promise<Imported> {
  const contextOf = createContext(client_id)
  const imported: Imported = { transactions: 0, outcomes: 0, duplicates: 0, refused: 0 }

  async function one({ line, kind, input }: Placed): Promise<void> {
    try {
      const { recorded } =
        kind === 'transaction'
          ? await recordTransactions(service, contextOf(), [input])
          : await reportOutcomes(service, contextOf(), [input])
      if (kind === 'transaction')
        await enterTransaction(service, contextOf, transactionStreams.id(client_id, input.transaction_id))
      if (recorded === 0) imported.duplicates += 1
      else imported[kind === 'transaction' ? 'transactions' : 'outcomes'] += 1
    } catch (error) {
      refused({ line, ...refusalIn(error) })
      imported.refused += 1
    }
  }

  /** Those of one user, or of one transaction, in turn. */
  async function all(placed: readonly Placed[], keyOf: (entry: Placed) => string): Promise<void> {
    const inTurn = async (group: readonly Placed[]) => {
      for (const entry of group) await one(entry)
    }
    await pMap(Map.groupBy(placed, keyOf).values(), inTurn, { concurrency: PARALLEL })
  }

  let done = 0
  for (const together of inParts(entries)) {
    signal.throwIfAborted()
    const [transactions, outcomes] = [together.filter(isTransaction), together.filter(entry => !isTransaction(entry))]
    await all(transactions, entry => (isTransaction(entry) ? entry.input.user_id : ''))
    await all(outcomes, ({ input }) => input.transaction_id)
    done += together.length
    onProgress(done, together.at(-1)!)
  }
  return imported
}

/** Why an entry is refused. Throws the error itself where it says nothing against the entry. */
export function refusalIn(error: unknown): RowRefusal {
  if (!(error instanceof Rejection) || !AGAINST.includes(error.code)) throw error
  return { field: String(error.details.field ?? ''), reason: String(error.details.reason ?? error.message) }
}

function isTransaction(entry: Placed): entry is Placed & { kind: 'transaction' } {
  return entry.kind === 'transaction'
}

export function* inParts(entries: Iterable<Placed>): Iterable<Placed[]> {
  let part: Placed[] = []
  for (const entry of entries) {
    part.push(entry)
    if (part.length < TOGETHER) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** The command line has no token: whoever runs it is known to this machine alone. All that a call does is one request. */
export function createContext(client_id: string): () => Context {
  const request_id = newId('req')
  return () => ({
    actor: { sub: `system:import (${userInfo().username})`, client_id, role: 'system' },
    ...{ request_id, command_id: randomUUID(), correlation_id: request_id, causation_id: null, now: new Date() },
  })
}
