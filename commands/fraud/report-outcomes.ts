import pMap from 'p-map'
import { z } from 'zod'
import { type OutcomeCommand, outcomes } from '#domain/fraud/outcomes/decider.ts'
import { REPORTED_OUTCOMES } from '#domain/fraud/outcomes/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { merchantKeyOf } from '#services/fraud/profile-transaction.ts'
import { type ErrorCode, type FieldProblem, fieldRejection, Rejection } from '#values/errors.ts'
import { instant } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'
import { CLOCK_SKEW_MS_MAX } from './ingest-transaction.ts'

export const OUTCOMES_MAX = 1_000

export const OutcomeBody = z.object({
  transaction_id: plainText(128).describe('Your own id of a transaction that was scored or recorded.'),
  outcome: z.enum(REPORTED_OUTCOMES).describe('The outcome. A chargeback counts as a fraud.'),
  reported_at: instant
    .nullish()
    .transform(text => (text === null || text === undefined ? null : new Date(text).toISOString()))
    .describe(
      prose(
        'When the outcome became known; ISO 8601 date and time with any offset; default: now. Not before the',
        'transaction, and not more than 5 minutes in the future.',
      ),
    ),
})
export type OutcomeBody = z.output<typeof OutcomeBody>

const CONCURRENCY = 32

export const reportOutcomesErrors = ['FRAUD_003'] as const satisfies readonly ErrorCode[]

/** `path`: the prefix of its fields in error details. */
type LocatedReport = OutcomeBody & { path: string }

/** Validates all reports before it writes any; repeating a request completes one that a crash interrupted. */
export async function reportOutcomes(
  service: Pick<Service, 'execute'>,
  context: Context,
  inputs: readonly OutcomeBody[],
) {
  const commands = await toCommands(service, context, inputs)
  const write = async ({ id, transaction, reports }: Command, index: number) => {
    const own = { ...context, command_id: `${context.command_id}:${index}` }
    const command = { type: 'report', transaction, reports, now: context.now } as const
    const key = outcomes.id(transaction.client_id, id)
    return (await service.execute.run(outcomes, key, command, own, { expectNoStream: true })).events.length
  }
  const written = await pMap(commands, write, { concurrency: CONCURRENCY })
  const recorded = written.reduce((sum, count) => sum + count, 0)
  return { recorded, duplicates: inputs.length - recorded }
}

/** Throws what `reportOutcomes` would throw. `isPlanned`: the transaction will be recorded before its outcome. */
export async function checkOutcomes(
  service: Pick<Service, 'execute'>,
  context: Pick<Context, 'actor' | 'now'>,
  inputs: readonly OutcomeBody[],
  isPlanned: (transactionId: string) => boolean,
): Promise<void> {
  await toCommands(service, context, inputs, isPlanned)
}

type Command = { id: string; reports: LocatedReport[] } & ReportTarget

async function toCommands(
  service: Pick<Service, 'execute'>,
  context: Pick<Context, 'actor' | 'now'>,
  inputs: readonly OutcomeBody[],
  isPlanned: (transactionId: string) => boolean = () => false,
): Promise<Command[]> {
  const located = inputs.map((input, index) => ({ ...input, path: inputs.length > 1 ? `${index}.` : '' }))
  const latest = context.now.getTime() + CLOCK_SKEW_MS_MAX
  const future = located.filter(({ reported_at }) => reported_at !== null && Date.parse(reported_at) > latest)
  rejectIfAny('INVALID_REQUEST', future.map(fieldProblem('reported_at', IN_FUTURE)))
  const groups = [...Map.groupBy(located, ({ transaction_id }) => transaction_id)]
  const found = await pMap(groups, ([id]) => findReportTarget(service, context.actor.client_id, id), {
    concurrency: CONCURRENCY,
  })
  const unknown = groups.filter(
    ([id], index) => found[index] === 'erased' || (found[index] === 'absent' && !isPlanned(id)),
  )
  rejectIfAny(
    'FRAUD_003',
    unknown.flatMap(([, reports]) => reports.map(fieldProblem('transaction_id', 'names an unknown transaction'))),
    { transaction_ids: unknown.map(([id]) => id) },
  )
  const commands = groups.flatMap(([id, reports], index) => {
    const target = found[index]!
    return typeof target === 'string' ? [] : [{ id, reports, ...target }]
  })
  // Scores between the two times would use knowledge of the future.
  const tooEarly = commands.flatMap(({ reports, timestamp }) =>
    reports
      .filter(({ reported_at }) => reported_at !== null && reported_at < timestamp)
      .map(fieldProblem('reported_at', `must not be before the transaction, which was made at ${timestamp}`)),
  )
  rejectIfAny('INVALID_REQUEST', tooEarly)
  return commands
}

type ReportTarget = { transaction: OutcomeCommand['transaction']; timestamp: string }

async function findReportTarget(
  service: Pick<Service, 'execute'>,
  client_id: string,
  transaction_id: string,
): Promise<ReportTarget | 'absent' | 'erased'> {
  const key = transactions.id(client_id, transaction_id)
  const { recorded } = (await service.execute.load(transactions, key)).state
  if (recorded === null) return 'absent'
  if ((await getAccessStatus(service, recorded, transactions.stream(key))) === 'erased') return 'erased'
  const { user_id, merchant, timestamp } = recorded
  return { transaction: { client_id, user_id, transaction_id, merchant: merchantKeyOf(merchant) }, timestamp }
}

/** The transaction that a report names, with its person, erased or not. */
export async function findReportedTransaction(
  { execute }: Pick<Service, 'execute'>,
  client_id: string,
  transaction_id: string,
): Promise<{ stream: string; user_id: string } | null> {
  const key = transactions.id(client_id, transaction_id)
  const { recorded } = (await execute.load(transactions, key)).state
  return recorded === null ? null : { stream: transactions.stream(key), user_id: recorded.user_id }
}

const IN_FUTURE = `must not be more than ${CLOCK_SKEW_MS_MAX / 60_000} minutes in the future`

const fieldProblem =
  (field: 'reported_at' | 'transaction_id', reason: string) =>
  ({ path }: LocatedReport): FieldProblem => ({ field: `${path}${field}`, reason })

function rejectIfAny(code: 'INVALID_REQUEST' | 'FRAUD_003', problems: readonly FieldProblem[], more = {}): void {
  const [first, ...others] = problems
  if (first === undefined) return
  const { details } = fieldRejection(code, [first, ...others])
  throw new Rejection(code, { ...details, ...more })
}
