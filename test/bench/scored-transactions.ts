import { createHash, randomUUID } from 'node:crypto'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'
import type { DomainEvent } from '#event-sourcing/decider.ts'
import type { EventStore, NewEvent } from '#event-sourcing/event-store.ts'
import { iso, SCORE, transactionOf } from '../queries/fraud-log.ts'

/** What an active user does in 30 days. */
export const EACH = 30
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const IN_FLIGHT = 64
const CLIENT = 'clt_1'
const ACTOR = { sub: 'usr_1', client_id: CLIENT, role: 'integrator' }

/**
 * Straight into the store: deciding is measured elsewhere. With their transactions, each a stream of its own, or the
 * scores alone.
 */
export async function fillWithScores(
  store: EventStore,
  users: number,
  { withTransactions = false, onUser = () => {} }: { withTransactions?: boolean; onUser?: (user: number) => void } = {},
): Promise<void> {
  const open = Array.from({ length: users }, (_, user) => user).values()
  const append = async (user: number) => {
    const places = Array.from({ length: EACH }, (_, n) => n)
    if (withTransactions)
      await Promise.all(
        places.map(n => {
          const stream = transactionStreams.stream(transactionStreams.id(CLIENT, transactionId(user, n)))
          return store.append(stream, 'no_stream', chained(stream, [transactionRecorded(user, n)]))
        }),
      )
    const stream = profileStreams.stream(profileStreams.id(CLIENT, userId(user)))
    await store.append(
      stream,
      'no_stream',
      chained(
        stream,
        places.map(n => scored(user, n)),
      ),
    )
    onUser(user)
  }
  await Promise.all(
    Array.from({ length: withTransactions ? Math.ceil(IN_FLIGHT / EACH) : IN_FLIGHT }, async () => {
      for (const user of open) await append(user)
    }),
  )
}

const userId = (user: number) => `user_${user}`
const transactionId = (user: number, n: number) => `tx_${user}_${n}`
const happenedAt = (user: number, n: number) => START + (n / EACH) * 30 * DAY_MS + user

function scored(user: number, n: number): ProfileEvent {
  const at = happenedAt(user, n)
  const tx = transactionId(user, n)
  const whose = { client_id: CLIENT, user_id: userId(user), transaction_id: tx }
  const transaction = transactionOf({ tx, at, merchant: `shop_${n % 7}`, device: `phone_${user}`, base: 100 + n })
  const totals = { count: n + 1, first: iso(START + user), newest: iso(at) }
  const features = { ...SCORE.features, values: Array.from({ length: 46 }, (_, place) => place * n * 0.5) }
  return {
    type: 'TransactionScored',
    data: { ...whose, transaction, totals, ...SCORE, features, has_entered: true },
  }
}

function transactionRecorded(user: number, n: number): TransactionEvent {
  const whose = { client_id: CLIENT, transaction_id: transactionId(user, n), user_id: userId(user) }
  return {
    type: 'TransactionRecorded',
    data: {
      ...{ ...whose, account_id: null, amount_minor: 101 + n, currency: 'EUR', operation_type: 'payment' },
      merchant: { id: `shop_${n % 7}`, name: null, category: null },
      ...{ device: null, timestamp: iso(happenedAt(user, n)) },
    },
  }
}

/** Events of one stream from its beginning, with hashes of the right shape. */
function chained(stream: string, events: readonly DomainEvent[]): NewEvent[] {
  let prev_hash: string | null = null
  return events.map(({ type, data }, n) => {
    const hash = createHash('sha256').update(`${stream}${n}`).digest('hex')
    const metadata = {
      ...{ v: 1 as const, at: iso(START + n), actor: ACTOR, request_id: 'req', correlation_id: 'req' },
      ...{ causation_id: null, prev_hash, hash },
    }
    prev_hash = hash
    return { id: randomUUID(), type, data, metadata }
  })
}
