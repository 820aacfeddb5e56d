import { createExecute } from '#event-sourcing/execute.ts'
import { loadStatement, type Statement } from '#modules/refunds/reconciliation/load-statement.ts'
import {
  countDiscrepancies,
  LEEWAY_S,
  LEEWAY_S_MAX,
  type ReconciliationReport,
  type ReportedDiscrepancy,
  reconcileStatement,
} from '#modules/refunds/reconciliation/reconcile-statement.ts'
import { readSettlements } from '#modules/refunds/reconciliation/settlements.ts'
import { StatementProblem } from '#modules/refunds/reconciliation/statement.ts'
import { CommandError, onlyArgument, parseTime, subCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount, type ProgressLine } from '#terminal/progress.ts'
import { readInput } from '#terminal/read-input.ts'
import { CLIENT_OPTION, createCommandContext, withEventStore } from './stores.ts'

const STATUS_DISAGREES = 1

const COMMAND = {
  start: 'npm run reconcile -- compare',
  summary: 'compares a statement with the refunds, and flags every discrepancy',
  forms: ['FILE'],
  about: `Compares a statement of the payment network (JSON lines or CSV, - is stdin) with the refunds of the event store, in both directions, prints
and flags every discrepancy. The audit of the refund shows the flag until it is resolved. A discrepancy is flagged once, however often it
is found. No money is moved or corrected.

Ends with 0 when both sides agree, with 1 when they do not or the statement can't be read.`,
  options: {
    ...CLIENT_OPTION,
    from: { type: 'string', value: 'TIME', help: 'start of the period, where the statement does not name it' },
    to: { type: 'string', value: 'TIME', help: 'end of the period; this time is not in it' },
    leeway: {
      type: 'string',
      value: 'SECONDS',
      default: String(LEEWAY_S),
      help: 'how far the times of the network and of the refund may differ',
    },
    'dry-run': { type: 'boolean', help: 'flag nothing' },
    json: { type: 'boolean', help: 'print JSON: a line for each discrepancy, and the report as the last one' },
  },
} as const

export const compareCommand = subCommand(COMMAND, async ({ positionals, values }) => {
  const file = onlyArgument(positionals)
  const period = { from: parseTime('--from', values.from), to: parseTime('--to', values.to) }
  const { client = null, json = false, 'dry-run': isDry = false } = values
  const flagContext = isDry ? null : createCommandContext()
  const options = { client_id: client, leewayS: leewayOf(values.leeway), flagContext }
  using progress = createProgressLine()
  const onDiscrepancy = (found: ReportedDiscrepancy) => {
    progress.clear()
    console.log(json ? JSON.stringify(found) : formatDiscrepancy(found))
  }
  const statement = await readStatement(file, period, progress)
  const comparing = compareStatement(statement, { ...options, onDiscrepancy }, progress)
  const report = await comparing.finally(statement.close)
  progress.clear()
  console.log(json ? JSON.stringify(report) : formatReport(report))
  if (countDiscrepancies(report) > 0) process.exitCode = STATUS_DISAGREES
})

function leewayOf(text: string): number {
  const leeway = Number(text)
  if (!/^\d+$/.test(text) || leeway > LEEWAY_S_MAX)
    throw new UsageError(`--leeway must be a number of seconds from 0 to ${LEEWAY_S_MAX}`)
  return leeway
}

async function readStatement(file: string, period: Parameters<typeof loadStatement>[1], progress: ProgressLine) {
  try {
    return await readInput(file, 'of the statement read', progress, (input, onProgress) =>
      loadStatement(input, period, new Date(), onProgress),
    )
  } catch (error) {
    throw error instanceof StatementProblem ? new CommandError(`${error.message}; nothing was compared`) : error
  }
}

type CompareOptions = Omit<Parameters<typeof reconcileStatement>[2], 'signal'>

function compareStatement(
  statement: Statement,
  options: CompareOptions,
  progress: ProgressLine,
): Promise<ReconciliationReport> {
  return withEventStore((store, signal) => {
    const settled = (period: Statement['period']) =>
      readSettlements(store, period, signal, read => progress.show(() => `${formatCount(read)} events read`))
    const service = { store, execute: createExecute(store), settled, now: () => new Date() }
    const of = formatCount(statement.listed.size)
    const onProgress = (done: number) => progress.show(() => `${formatCount(done)} of ${of} payments compared`)
    return reconcileStatement(service, statement, { ...options, signal, onProgress })
  })
}

type Side = { outcome: string; amount: number; currency: string; reference: string | null; at: string | null }

function formatDiscrepancy(discrepancy: ReportedDiscrepancy): string {
  const { kind, refund_id, key, about, attempt, said: listed, recorded, line, flag } = discrepancy
  const what = `${about} ${refund_id === null ? (key ?? listed?.reference) : `${refund_id} attempt ${attempt}`}`
  const where = line === null ? '' : ` (line ${line})`
  const side = (one: Side | null) =>
    one === null
      ? 'nothing'
      : `${one.outcome} ${one.amount} ${one.currency}${one.reference === null ? '' : ` ${one.reference}`}`
  const flagged = flag === null ? '' : `  ${flag.flag_id}${flag.status === 'resolved' ? ' (resolved)' : ''}`
  return `${kind.padEnd(14)}  ${what}${where}: there ${side(listed)}, here ${side(recorded)}${flagged}`
}

function formatReport(report: ReconciliationReport): string {
  const { statement, counts, flags, decided_by } = report
  const { matched, in_flight, undecided, repeated_lines } = counts
  const others = [
    [in_flight, 'in flight'],
    [undecided, 'at the edges of the period, undecided'],
    [repeated_lines, 'lines repeated'],
  ] as const
  const more = others.flatMap(([count, words]) => (count === 0 ? [] : `, ${formatCount(count)} ${words}`)).join('')
  const wrong = countDiscrepancies(report)
  const raised = flags.raised + flags.known === 0 ? '' : `: ${flags.raised} flags raised, ${flags.known} known before`
  return [
    `${wrong === 0 ? 'agrees' : 'DISAGREES'}: ${formatCount(statement.lines)} lines from ${statement.from} to ${statement.to}`,
    `${formatCount(matched)} matched${more}`,
    ...(decided_by === null
      ? []
      : [`a statement from ${decided_by.from} to ${decided_by.to} decides what is undecided`]),
    ...(wrong === 0 ? [] : [`${formatCount(wrong)} discrepancies${raised}`]),
  ].join('\n')
}
