import { CLOCK_SKEW_MS_MAX } from '#commands/fraud/ingest-transaction.ts'
import { OutcomeBody } from '#commands/fraud/report-outcomes.ts'
import { TransactionInput } from '#commands/transactions/record-transactions.ts'
import { validationMessage } from '#config/validation-messages.ts'
import { toMinor } from '#values/money.ts'

export type ImportEntry =
  | { kind: 'transaction'; at: string; input: TransactionInput }
  | { kind: 'outcome'; at: string; input: OutcomeBody }

export type RowRefusal = { field: string; reason: string }

const Transaction = TransactionInput.strict()
const Outcome = OutcomeBody.strict()
const OUTCOME_FIELDS = ['outcome', 'reported_at']

/** A row is a transaction, the outcome of one, or both. Returns its entries, or all of its refusals. */
export function entriesOf(row: unknown, now: Date): ImportEntry[] | RowRefusal[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return [{ field: '', reason: 'must be a JSON object' }]
  const given = Object.entries(row).filter(([, value]) => value !== null && value !== undefined)
  const ofOutcome = given.filter(([name]) => OUTCOME_FIELDS.includes(name))
  const ofTransaction = given.filter(([name]) => !OUTCOME_FIELDS.includes(name))
  const id = ofTransaction.filter(([name]) => name === 'transaction_id')
  const isTransaction = ofTransaction.length > id.length || ofOutcome.length === 0
  const found = [
    ...(isTransaction ? [transactionIn(Object.fromEntries(ofTransaction), now)] : []),
    ...(ofOutcome.length > 0 ? [outcomeIn(Object.fromEntries([...id, ...ofOutcome]), now)] : []),
  ]
  const refused = found.flatMap(one => ('refusals' in one ? one.refusals : []))
  if (refused.length > 0) return refused
  return found.flatMap(one => ('refusals' in one ? [] : [one]))
}

type RowResult = ImportEntry | { refusals: RowRefusal[] }

function transactionIn(row: object, now: Date): RowResult {
  const { data: input, error } = Transaction.safeParse(row, { error: validationMessage })
  if (input === undefined) return { refusals: error.issues.flatMap(refusalsOf) }
  const minor = toMinor(input.amount, input.currency)
  if (typeof minor === 'object') return { refusals: [minor] }
  return futureRefusal(input.timestamp, now) ?? { kind: 'transaction', at: input.timestamp, input }
}

function outcomeIn(row: object, now: Date): RowResult {
  const { data: input, error } = Outcome.safeParse(row, { error: validationMessage })
  if (input === undefined) return { refusals: error.issues.flatMap(refusalsOf) }
  if (input.reported_at === null) return { refusals: [{ field: 'reported_at', reason: 'is required' }] }
  return futureRefusal(input.reported_at, now, 'reported_at') ?? { kind: 'outcome', at: input.reported_at, input }
}

function futureRefusal(time: string, now: Date, field = 'timestamp'): { refusals: RowRefusal[] } | null {
  if (Date.parse(time) <= now.getTime() + CLOCK_SKEW_MS_MAX) return null
  return { refusals: [{ field, reason: 'must not lie ahead' }] }
}

type Issue = { code?: string; path: PropertyKey[]; message: string; keys?: string[] }

function refusalsOf({ code, path, message, keys = [] }: Issue): RowRefusal[] {
  // An unknown field may be misspelt, and recorded history can't be corrected.
  if (code === 'unrecognized_keys') return keys.map(field => ({ field, reason: 'is not known' }))
  return [{ field: path.join('.'), reason: message }]
}
