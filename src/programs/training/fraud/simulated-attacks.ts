import { createAggregates } from '#domain/fraud/aggregates.ts'
import { isSpike } from '#domain/fraud/features.ts'
import { DAY_MS, type Entry, type History, NO_HISTORY, withEntry } from '#domain/fraud/history.ts'
import { ALERT_THRESHOLD } from '#domain/fraud/levels.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import type { ScoredBy } from './replay.ts'

type Score = (by: ScoredBy) => { score: number; codes: readonly string[] }

const AT = Date.UTC(2025, 5, 2, 12)
const MINUTE_MS = 60_000

/** Scores payments of users without history, and adds each to the histories. */
function createSimulation(score: Score) {
  const aggregates = createAggregates()
  const histories = new Map<string, History>()
  return {
    known: aggregates.known,
    pay(user: string, at: number, amount: number, more: Partial<Entry> = {}) {
      const history = histories.get(user) ?? NO_HISTORY
      const base = Math.round(amount * 100)
      const entry: Entry = {
        ...{ at, minor: base, base, currency: 'EUR', operation: 'payment', merchant: 'shop', category: null },
        ...{ device: `phone of ${user}`, ip: `home of ${user}`, account: `account of ${user}` },
        ...{ isSpike: isSpike(history, at, base), ...more },
      }
      const scored = score({ entry, history, aggregates: aggregates.aggregatesFor(entry, user) })
      histories.set(user, withEntry(history, entry))
      aggregates.add(entry, user)
      return scored
    },
  }
}

/** Attacks that the simulator lacks, and the payment from which each is an alert. Markdown. */
export function attackTable(score: Score): string {
  return markdownTable(
    ['attack', 'score', 'rules', 'alert'],
    [
      ['a payment on the device of another user whose fraud is known', ...cells(afterFraud(score, 'device'))],
      ['a payment from the account of another user whose fraud is known', ...cells(afterFraud(score, 'account'))],
      ['twelve users pay 1 to 5 EUR each on one device in six minutes', ...cells(cardTesting(score))],
      ['a first transaction of 250,000 after 200 of 10 to 209', ...cells(firstLarge(score))],
      ['a takeover on a new device that the transfer leaves out', ...cells(takeover(score))],
    ],
  )
}

type ScoredPayment = ReturnType<Score>

function cells(payments: readonly ScoredPayment[]): string[] {
  const first = payments.findIndex(({ score }) => score >= ALERT_THRESHOLD)
  const { score, codes } = payments.at(-1)!
  const alert = first < 0 ? 'none' : payments.length === 1 ? 'yes' : `from the ${first + 1}. on`
  return [score.toFixed(4), codes.join(' '), alert]
}

function afterFraud(score: Score, shared: 'device' | 'account'): ScoredPayment[] {
  const simulation = createSimulation(score)
  const with_ = { [shared]: 'shared' }
  simulation.pay('victim', AT - 5 * DAY_MS, 60, with_)
  simulation.known({ user: 'victim', merchant: null, at: AT - DAY_MS, ...with_ })
  return [simulation.pay('next', AT, 40, with_)]
}

function cardTesting(score: Score): ScoredPayment[] {
  const simulation = createSimulation(score)
  return Array.from({ length: 12 }, (_, n) =>
    simulation.pay(`user ${n}`, AT + n * (MINUTE_MS / 2), 1 + (n % 5), { device: 'script' }),
  )
}

function firstLarge(score: Score): ScoredPayment[] {
  const simulation = createSimulation(score)
  for (let n = 0; n < 200; n += 1) simulation.pay(`user ${n}`, AT - DAY_MS + n * MINUTE_MS, 10 + n)
  return [simulation.pay('new', AT, 250_000)]
}

function takeover(score: Score): ScoredPayment[] {
  const simulation = createSimulation(score)
  for (let days = 10; days > 0; days -= 1) simulation.pay('victim', AT - days * DAY_MS, 50)
  return [simulation.pay('victim', AT, 900, { operation: 'transfer', merchant: null, device: null, ip: null })]
}
