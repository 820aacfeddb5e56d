import { setTimeout as delay } from 'node:timers/promises'
import { type ConnectionOptions, connect, type Msg } from 'nats'
import { Instruction, Keyed } from '#services/refunds/payments/gateway-contract.ts'
import { random } from '../projector/refund-histories.ts'

/** What the gateway knows of a key. It pays each at most once. */
type Entry = {
  key: string
  reference: string
  outcome: 'succeeded' | 'rejected'
  /** Without `not_after`, as each instruction had them. */
  instructed: Set<string>
  settledAt: number
  isContradicted: boolean
}

export type UnreliableGatewayOptions = {
  seed: number
  /** Shares of keys. */
  rejected: number
  contradicted: number
  /** Share of messages that are lost, in both directions; of a key at most `lossesMax`. */
  lost: number
  lossesMax: number
  repeated: number
  delayMsMax: number
}

const REPORT_MS_MAX = 1_000
const SETTLE_MS_MAX = 1_500

/**
 * A gateway on NATS with a book of its own. It loses, repeats and delays messages, reports outcomes also unasked, and
 * reports of some keys the opposite of what is in its book as well. All by a seeded random.
 */
export async function startUnreliableGateway(
  url: string,
  login: ConnectionOptions,
  { seed, lost, lossesMax, repeated, delayMsMax, ...shares }: UnreliableGatewayOptions,
) {
  const connection = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 200, ...login })
  const next = random(seed)
  const book = new Map<string, Entry>()
  const losses = new Map<string, number>()
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const counts = { lost: 0, repeated: 0, late: 0, contradictions: 0 }

  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  const start = (work: Promise<void>) => {
    const settled = work.catch(() => undefined).then(() => void underWay.delete(settled))
    underWay.add(settled)
  }

  function isLost(key: string): boolean {
    const before = losses.get(key) ?? 0
    if (before === lossesMax || next() >= lost) return false
    losses.set(key, before + 1)
    counts.lost += 1
    return true
  }

  function enter(key: string): Entry {
    const entry: Entry = {
      key,
      reference: `GW-${book.size}`,
      outcome: next() < shares.rejected ? 'rejected' : 'succeeded',
      instructed: new Set(),
      settledAt: Date.now() + next() * SETTLE_MS_MAX,
      isContradicted: next() < shares.contradicted,
    }
    book.set(key, entry)
    start(reportUnasked(entry))
    return entry
  }

  const isSettled = ({ settledAt }: Entry) => Date.now() >= settledAt

  const outcomeOf = ({ reference, outcome }: Pick<Entry, 'reference' | 'outcome'>) =>
    outcome === 'succeeded' ? { status: outcome, reference } : { status: outcome, reference, reason: 'BANK_REJECTED' }

  function status(key: string): object {
    const entry = book.get(key)
    if (entry === undefined) return { status: 'unknown' }
    if (isSettled(entry)) return outcomeOf(entry)
    return { status: 'settling', reference: entry.reference, check_after_ms: 200 }
  }

  function instruct(message: Msg): object {
    const { not_after, ...instruction } = Instruction.parse(message.json())
    const { key } = instruction
    if (!book.has(key) && Date.parse(not_after) < Date.now()) counts.late += 1
    else (book.get(key) ?? enter(key)).instructed.add(JSON.stringify(instruction))
    return status(key)
  }

  async function take(question: 'instruct' | 'status', message: Msg): Promise<void> {
    const { key } = Keyed.parse(message.json())
    if (isLost(key)) return
    await pause(next() * delayMsMax)
    const answer = question === 'instruct' ? instruct(message) : status(key)
    if (isLost(key)) return
    await pause(next() * delayMsMax)
    message.respond(JSON.stringify(answer))
    if (next() >= repeated) return
    counts.repeated += 1
    message.respond(JSON.stringify(answer))
  }

  /** Some outcomes, twice; those that it contradicts always, in either order. */
  async function reportUnasked(entry: Entry): Promise<void> {
    await pause(entry.settledAt - Date.now())
    const opposite = {
      ...entry,
      outcome: entry.outcome === 'succeeded' ? ('rejected' as const) : ('succeeded' as const),
    }
    const reports = entry.isContradicted ? [entry, opposite] : next() < repeated ? [entry, entry] : []
    if (next() < 0.5) reports.reverse()
    for (const { outcome } of reports) {
      await pause(next() * delayMsMax)
      await reportUntilRecorded(entry.key, outcomeOf({ ...entry, outcome }))
    }
    if (entry.isContradicted) counts.contradictions += 1
  }

  async function reportUntilRecorded(key: string, outcome: object): Promise<void> {
    const text = JSON.stringify({ key, ...outcome })
    while (!stopping.signal.aborted)
      try {
        await connection.request('payments.outcome.transfer', text, { timeout: REPORT_MS_MAX })
        return
      } catch {
        await pause(REPORT_MS_MAX / 4)
      }
  }

  for (const question of ['instruct', 'status'] as const)
    connection.subscribe(`payments.${question}`, {
      callback: (error, message) => {
        if (error === null) start(take(question, message))
      },
    })
  connection.subscribe('payments.available', {
    callback: (_, message) => void message.respond(JSON.stringify({ available: true })),
  })
  await connection.flush()
  return {
    book,
    counts,
    /** Reports that this key was paid a second time, under another reference. */
    contradict: (key: string) => reportUntilRecorded(key, { status: 'succeeded', reference: `GW-again-${key}` }),
    async stop() {
      stopping.abort()
      await connection.close()
      await Promise.all(underWay)
    },
  }
}
