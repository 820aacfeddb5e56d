import pMap from 'p-map'
import { z } from 'zod'
import { type OutcomeCommand, outcomes } from '#domain/fraud/outcomes/decider.ts'
import { REPORTED_OUTCOMES } from '#domain/fraud/outcomes/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { standingOf } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { merchantOf } from '#services/fraud/facts-of.ts'
import { type FieldProblem, fieldRejection, Rejection } from '#values/errors.ts'
import { instant } from '#values/instant.ts'
import { plainText } from '#values/text.ts'
import { AHEAD_MS_MAX } from './enter-transaction.ts'

/** Outcomes of one request. */
export const OUTCOMES_MAX = 1_000

export const OutcomeInput = z.object({
  transaction_id: plainText(128).describe('Your own id of a transaction that was scored or recorded.'),
  outcome: z
    .enum(REPORTED_OUTCOMES)
    .describe('What it turned out to be. A chargeback is a fraud that was not stopped, and counts as one.'),
  reported_at: instant
    .nullish()
    .transform(text => (text === null || text === undefined ? null : new Date(text).toISOString()))
    .describe(
      'When it became known; ISO 8601 date and time with any offset; just now unless said. Not before the transaction, and not more than 5 minutes ahead.',
    ),
})
export type OutcomeInput = z.output<typeof OutcomeInput>

export type ReportedOutcomes = { recorded: number; duplicates: number }

/** Transactions that are written of at the same time. */
const PARALLEL = 32

/** A report, and where it stood in the request. */
type Placed = OutcomeInput & { place: string }

/**
 * Records what transactions turned out to be. All of a request or nothing of it: what is refused is refused before anything is written, and what
 * a crash left half done the same request completes. What was said before is a duplicate. Errors: INVALID_REQUEST, FRAUD_003.
 */
export async function reportOutcomes(
  service: Pick<Service, 'execute'>,
  context: Context,
  inputs: readonly OutcomeInput[],
): Promise<ReportedOutcomes> {
  const commands = await commandsOf(service, context, inputs)
  const write = async ({ id, whose, reports }: Command, index: number) => {
    // Each of them is a command of its own.
    const own = { ...context, command_id: `${context.command_id}:${index}` }
    const command = { type: 'report', whose, reports, now: context.now } as const
    const key = outcomes.id(whose.client_id, id)
    return (await service.execute.run(outcomes, key, command, own, { likelyNew: true })).events.length
  }
  const written = await pMap(commands, write, { concurrency: PARALLEL })
  const recorded = written.reduce((sum, count) => sum + count, 0)
  return { recorded, duplicates: inputs.length - recorded }
}

/**
 * Throws what `reportOutcomes` would refuse, and writes nothing. `isComing`: which transactions will be recorded before their
 * outcomes. Errors: INVALID_REQUEST, FRAUD_003.
 */
export async function checkOutcomes(
  service: Pick<Service, 'execute'>,
  context: Pick<Context, 'actor' | 'now'>,
  inputs: readonly OutcomeInput[],
  isComing: (transactionId: string) => boolean,
): Promise<void> {
  await commandsOf(service, context, inputs, isComing)
}

type Command = { id: string; reports: Placed[] } & Whose

/** What is to be reported, by transaction: all of it can be recorded. */
async function commandsOf(
  service: Pick<Service, 'execute'>,
  context: Pick<Context, 'actor' | 'now'>,
  inputs: readonly OutcomeInput[],
  isComing: (transactionId: string) => boolean = () => false,
): Promise<Command[]> {
  const placed = inputs.map((input, index) => ({ ...input, place: inputs.length > 1 ? `${index}.` : '' }))
  refuse('INVALID_REQUEST', placed.flatMap(aheadOf(context.now)))
  const groups = [...Map.groupBy(placed, ({ transaction_id }) => transaction_id)]
  const found = await pMap(groups, ([id]) => whoseIs(service, context.actor.client_id, id), { concurrency: PARALLEL })
  const unknown = groups.filter(
    ([id], index) => found[index] === 'erased' || (found[index] === 'absent' && !isComing(id)),
  )
  refuse(
    'FRAUD_003',
    unknown.flatMap(([, reports]) => reports.map(namesNone)),
    { transaction_ids: unknown.map(([id]) => id) },
  )
  const commands = groups.flatMap(([id, reports], index) => {
    const whose = found[index]!
    return typeof whose === 'string' ? [] : [{ id, reports, ...whose }]
  })
  refuse(
    'INVALID_REQUEST',
    commands.flatMap(({ reports, timestamp }) => reports.flatMap(beforeIt(timestamp))),
  )
  return commands
}

type Whose = { whose: OutcomeCommand['whose']; timestamp: string }

/** A transaction of an erased person is not there any more. */
async function whoseIs(
  service: Pick<Service, 'execute'>,
  client_id: string,
  transaction_id: string,
): Promise<Whose | 'absent' | 'erased'> {
  const key = transactions.id(client_id, transaction_id)
  const { recorded } = (await service.execute.load(transactions, key)).state
  if (recorded === null) return 'absent'
  if ((await standingOf(service, recorded, transactions.stream(key))) === 'erased') return 'erased'
  const { user_id, merchant, timestamp } = recorded
  return { whose: { client_id, user_id, transaction_id, merchant: merchantOf(merchant) }, timestamp }
}

const aheadOf =
  (now: Date) =>
  ({ place, reported_at }: Placed): FieldProblem[] =>
    reported_at !== null && Date.parse(reported_at) > now.getTime() + AHEAD_MS_MAX
      ? [{ field: `${place}reported_at`, reason: `must not be more than ${AHEAD_MS_MAX / 60_000} minutes ahead` }]
      : []

/** Whoever was scored in between would be scored by what nobody could know. */
const beforeIt =
  (timestamp: string) =>
  ({ place, reported_at }: Placed): FieldProblem[] =>
    reported_at !== null && reported_at < timestamp
      ? [{ field: `${place}reported_at`, reason: `must not be before the transaction, which was made at ${timestamp}` }]
      : []

function namesNone({ place }: Placed): FieldProblem {
  return { field: `${place}transaction_id`, reason: 'names no transaction that is known' }
}

function refuse(code: 'INVALID_REQUEST' | 'FRAUD_003', problems: readonly FieldProblem[], more = {}): void {
  const [first, ...others] = problems
  if (first === undefined) return
  const { details } = fieldRejection(code, [first, ...others])
  throw new Rejection(code, { ...details, ...more })
}
