import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createExecute } from '#event-sourcing/execute.ts'
import { gatherStatement, type Statement } from '#modules/refunds/reconciliation/gather.ts'
import {
  disagreements,
  LEEWAY_S,
  LEEWAY_S_MAX,
  type ReconciliationReport,
  type ReportedDiscrepancy,
  reportOn,
} from '#modules/refunds/reconciliation/report.ts'
import { settledInLog } from '#modules/refunds/reconciliation/settled-in-log.ts'
import { StatementProblem } from '#modules/refunds/reconciliation/statement.ts'
import { CommandError, runCommand, type SubCommand, timeOf, UsageError } from '#terminal/command-line.ts'
import { createProgress, inDigits, inMb, type ProgressLine } from '#terminal/progress.ts'
import { CLIENT_OPTION, createCommandContext, withEventStore } from './stores.ts'

const STDIN = '-'
const STATUS_DISAGREES = 1

const COMMAND = {
  start: 'npm run reconcile -- compare',
  forms: ['FILE'],
  about: `Compares a statement of the payment network (JSON lines or CSV, - is stdin) with the refunds of the event store, in both directions, prints
every discrepancy and flags it: the audit of the refund shows the flag until somebody resolves it. A discrepancy is flagged once, however
often it is found. No money is moved or corrected.

Ends with 0 when everything agrees, with 1 when something does not or the statement can't be read.`,
  options: {
    ...CLIENT_OPTION,
    from: { type: 'string', value: 'TIME', help: 'what it covers, where it does not say so itself: from this time' },
    to: { type: 'string', value: 'TIME', help: 'up to before this time' },
    leeway: {
      type: 'string',
      value: 'SECONDS',
      default: String(LEEWAY_S),
      help: 'how much later than the network an outcome may be recorded, or the other way round',
    },
    'dry-run': { type: 'boolean', help: 'flag nothing' },
    json: { type: 'boolean', help: 'print JSON: a line for each discrepancy, and the report as the last one' },
  },
} as const

export const compareCommand: SubCommand = {
  form: 'FILE',
  does: 'compares a statement with the refunds, and flags what disagrees',
  run: argv =>
    runCommand(
      COMMAND,
      async ({ positionals: [file, ...more], values }) => {
        if (file === undefined) throw new UsageError('which file?')
        if (more.length > 0) throw new UsageError(`"${more[0]}" is too much`)
        const given = { from: timeOf('--from', values.from), to: timeOf('--to', values.to) }
        const { client = null, json = false, 'dry-run': isDry = false } = values
        const contextOf = createCommandContext()
        const asked = { client_id: client, leewayS: leewayOf(values.leeway), flagging: isDry ? null : contextOf }
        const progress = createProgress()
        const say = (found: ReportedDiscrepancy) => {
          progress.clear()
          console.log(json ? JSON.stringify(found) : foundInWords(found))
        }
        try {
          const statement = await gathered(file, given, progress)
          const report = await compared(statement, { ...asked, onFound: say }, progress).finally(statement.close)
          progress.clear()
          console.log(json ? JSON.stringify(report) : inWords(report))
          if (disagreements(report) > 0) process.exitCode = STATUS_DISAGREES
        } finally {
          progress.clear()
        }
      },
      argv,
    ),
}

function leewayOf(text: string): number {
  const leeway = Number(text)
  if (!/^\d+$/.test(text) || leeway > LEEWAY_S_MAX)
    throw new UsageError(`--leeway must be a number of seconds from 0 to ${LEEWAY_S_MAX}`)
  return leeway
}

async function gathered(file: string, given: Parameters<typeof gatherStatement>[1], progress: ProgressLine) {
  try {
    const size = file === STDIN ? null : (await stat(file)).size
    const of = size === null ? '' : ` of ${inMb(size)}`
    const input = file === STDIN ? process.stdin : createReadStream(file)
    return await gatherStatement(input, given, new Date(), bytes =>
      progress.show(() => `${inMb(bytes)}${of} of the statement read`),
    )
  } catch (error) {
    if (error instanceof StatementProblem) throw new CommandError(`${error.message}; nothing was compared`)
    if (error instanceof Error && 'syscall' in error) throw new CommandError(`${file} can't be read: ${error.message}`)
    throw error
  }
}

type Asked = Omit<Parameters<typeof reportOn>[2], 'signal'>

function compared(statement: Statement, asked: Asked, progress: ProgressLine): Promise<ReconciliationReport> {
  return withEventStore((store, signal) => {
    const settled = (period: Statement['period']) =>
      settledInLog(store, period, signal, read => progress.show(() => `${inDigits(read)} events read`))
    const service = { store, execute: createExecute(store), settled, now: () => new Date() }
    const of = inDigits(statement.listed.size)
    const onProgress = (done: number) => progress.show(() => `${inDigits(done)} of ${of} payments compared`)
    return reportOn(service, statement, { ...asked, signal, onProgress })
  })
}

type Side = { outcome: string; amount: number; currency: string; reference: string | null; at: string | null }

function foundInWords({
  kind,
  refund_id,
  key,
  about,
  attempt,
  said,
  recorded,
  line,
  flag,
}: ReportedDiscrepancy): string {
  const what = `${about} ${refund_id === null ? (key ?? said?.reference) : `${refund_id} attempt ${attempt}`}`
  const where = line === null ? '' : ` (line ${line})`
  const side = (one: Side | null) =>
    one === null
      ? 'nothing'
      : `${one.outcome} ${one.amount} ${one.currency}${one.reference === null ? '' : ` ${one.reference}`}`
  const flagged = flag === null ? '' : `  ${flag.flag_id}${flag.status === 'resolved' ? ' (resolved)' : ''}`
  return `${kind.padEnd(14)}  ${what}${where}: there ${side(said)}, here ${side(recorded)}${flagged}`
}

function inWords(report: ReconciliationReport): string {
  const { statement, counts, flags, decided_by } = report
  const { matched, in_flight, undecided, repeated_lines } = counts
  const besides = [
    [in_flight, 'in flight'],
    [undecided, 'at the edges of the period, undecided'],
    [repeated_lines, 'lines repeated'],
  ] as const
  const more = besides.flatMap(([count, words]) => (count === 0 ? [] : `, ${inDigits(count)} ${words}`)).join('')
  const wrong = disagreements(report)
  const raised = flags.raised + flags.known === 0 ? '' : `: ${flags.raised} flags raised, ${flags.known} known before`
  return [
    `${wrong === 0 ? 'agrees' : 'DISAGREES'}: ${inDigits(statement.lines)} lines from ${statement.from} to ${statement.to}`,
    `${inDigits(matched)} matched${more}`,
    ...(decided_by === null
      ? []
      : [`a statement from ${decided_by.from} to ${decided_by.to} decides what is undecided`]),
    ...(wrong === 0 ? [] : [`${inDigits(wrong)} discrepancies${raised}`]),
  ].join('\n')
}
