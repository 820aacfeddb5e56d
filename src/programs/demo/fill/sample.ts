/** Transactions and outcomes of a made-up bank, in the order of time. */
export type DemoRecord = { at: number } & ({ transaction: Transaction } | { outcome: Outcome })

type Transaction = {
  transaction_id: string
  user_id: string
  amount: number
  currency: 'EUR'
  operation_type: 'payment' | 'transfer' | 'withdrawal'
  merchant: { id: string; category: string } | null
  device: { fingerprint: string; ip: string }
  timestamp: string
}
type Outcome = {
  transaction_id: string
  outcome: 'confirmed_fraud' | 'chargeback'
  reported_at: string
}

const USERS = 20
const MERCHANTS = 12
const DAYS = 21
const CATEGORIES = ['groceries', 'travel', 'electronics', 'restaurants'] as const
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Part of ordinary transactions that are payments; the others are withdrawals. */
const PAYMENTS = 0.9
const PER_DAY = 0.7
/** A fraud is reported one to four days later. */
const KNOWN_AFTER_MS = DAY_MS
const KNOWN_WITHIN_MS = 3 * DAY_MS

/**
 * Three weeks of transactions up to `now` and the outcomes reported by then, with usual frauds: card testing, account
 * takeover, cards stolen at a merchant. The same for the same seed except for times; `name` makes ids differ.
 */
export function sampleUpTo(now: number, name: string, seed = 1): DemoRecord[] {
  const next = random(seed)
  const pick = (count: number) => Math.floor(next() * count)
  const between = (low: number, high: number) => low + next() * (high - low)
  const records: DemoRecord[] = []
  let count = 0

  const merchantOf = (n: number) => ({ id: `merchant_${n}`, category: CATEGORIES[n % CATEGORIES.length]! })
  const people = Array.from({ length: USERS }, (_, n) => ({
    user_id: `${name}_user_${n}`,
    usual: between(10, 80),
    device: { fingerprint: `${name}_device_${n}`, ip: `198.51.100.${n}` },
    merchants: [pick(MERCHANTS), pick(MERCHANTS), pick(MERCHANTS)],
  }))
  type Person = (typeof people)[number]

  function make(at: number, { user_id, device }: Person, amount: number, more: Partial<Transaction> = {}): string {
    count += 1
    const transaction_id = `${name}_tx_${count}`
    const made = { operation_type: 'payment' as const, merchant: null, device, timestamp: new Date(at).toISOString() }
    const rounded = Math.round(amount * 100) / 100
    records.push({ at, transaction: { transaction_id, user_id, amount: rounded, currency: 'EUR', ...made, ...more } })
    return transaction_id
  }

  function fraud(at: number, person: Person, amount: number, more: Partial<Transaction>): void {
    const transaction_id = make(at, person, amount, more)
    const known = Math.floor(at + KNOWN_AFTER_MS + next() * KNOWN_WITHIN_MS)
    const outcome = next() < 0.5 ? 'chargeback' : 'confirmed_fraud'
    const reported_at = new Date(known).toISOString()
    if (known <= now) records.push({ at: known, outcome: { transaction_id, outcome, reported_at } })
  }

  for (const person of people)
    for (let day = DAYS; day > 0; day -= 1) {
      if (next() > PER_DAY) continue
      const at = Math.floor(now - day * DAY_MS + next() * DAY_MS)
      const amount = person.usual * between(0.4, 1.8)
      if (next() < PAYMENTS) make(at, person, amount, { merchant: merchantOf(person.merchants[pick(3)]!) })
      else make(at, person, amount, { operation_type: 'withdrawal' })
    }

  const stranger = () => ({ fingerprint: `${name}_stranger_${pick(1_000)}`, ip: `203.0.113.${pick(250)}` })
  const takeOver = (ago: number) => {
    const person = people[pick(USERS)]!
    fraud(now - ago, person, Math.max(600, person.usual * 20), { operation_type: 'transfer', device: stranger() })
  }
  const tryOut = (ago: number) => {
    const person = people[pick(USERS)]!
    const [device, merchant] = [stranger(), merchantOf(pick(MERCHANTS))]
    for (let n = 0; n < 6; n += 1) fraud(now - ago - (6 - n) * MINUTE_MS, person, between(1, 4), { device, merchant })
    fraud(now - ago, person, between(300, 700), { device, merchant: merchantOf(2) })
  }
  const stolenFrom = merchantOf(pick(MERCHANTS))
  for (const days of [15, 9, 6]) takeOver(days * DAY_MS)
  for (const days of [12, 8]) tryOut(days * DAY_MS)
  for (let hours = 5 * 24; hours > 0; hours -= 12) {
    const person = people[pick(USERS)]!
    fraud(now - hours * 60 * MINUTE_MS, person, person.usual * between(3, 6), { merchant: stolenFrom })
  }
  tryOut(30 * MINUTE_MS)
  takeOver(2 * MINUTE_MS)
  return records.sort((a, b) => a.at - b.at)
}

/** Random numbers in [0, 1) (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
