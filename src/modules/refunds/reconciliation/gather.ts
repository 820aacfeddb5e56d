import { createHash } from 'node:crypto'
import type { ReportedMovement, StatementPeriod } from '#domain/refunds/reconciliation/compare.ts'
import type { Movement } from '#domain/refunds/reconciliation/movements.ts'
import { createLargeMap, type LargeMap } from '#files/large-map.ts'
import { createLines, inTurns } from '#files/lines.ts'
import { textToMinor, toMinor } from '#values/money.ts'
import { createStatementReader } from './read-statement.ts'
import { type StatementLine, StatementProblem } from './statement.ts'

/** Many times what a line takes, with columns of the network's own. */
const LINE_BYTES_MAX = 65_536
/** So many bytes are looked at, which takes a few milliseconds, before other work of the process has its turn. */
const BYTES_AT_ONCE = 16_384
/** Lines about one key that differ: an attempt has one transfer and one reversal, and whoever contradicts himself more often is read by people. */
const DIFFERENT_LINES_MAX = 20
/** Keys in memory, about 15 MB of them. */
const HELD_MAX = 20_000
/** How far the clock of the network may be ahead. */
const CLOCK_AHEAD_MS_MAX = 60_000

/** Our name of an attempt, as the network was given it. */
const KEY = /^(rf_[0-9a-f-]{36}):(0|[1-9]\d{0,3})$/

/** A line as it is compared, with its place in the file. */
export type StatementEntry = ReportedMovement & { about: Movement['about']; line: number }
/** What a statement has under one key of ours, or one line of another. */
export type StatementItem = {
  refund_id: string | null
  attempt: number | null
  key: string | null
  entries: StatementEntry[]
}

export type Statement = {
  period: StatementPeriod
  /** Of the whole file, hex. */
  sha256: string
  lines: number
  /** Lines that say the same as one before. */
  repeated: number
  /** By `nameOf`; of a key of ours. */
  listed: LargeMap<StatementItem>
  close(): void
}

export function nameOf(refund_id: string, attempt: number): string {
  return `${refund_id}:${attempt}`
}

export type RequestedPeriod = { from?: string | undefined; to?: string | undefined }

/**
 * Reads a whole statement before anything follows from it, because one that is wrong further down must change nothing. What does not fit into
 * memory is put away in a file. Throws StatementProblem; whoever gets the statement closes it.
 */
export async function gatherStatement(
  input: AsyncIterable<Buffer>,
  given: RequestedPeriod,
  now: Date,
  onProgress: (bytes: number) => void = () => {},
): Promise<Statement> {
  const gathering = createGathering(given, now)
  try {
    for await (const part of inTurns(input, BYTES_AT_ONCE, onProgress)) gathering.push(part)
    return gathering.end()
  } catch (error) {
    gathering.close()
    throw error
  }
}

function createGathering(given: RequestedPeriod, now: Date) {
  const listed = createLargeMap<StatementItem>(HELD_MAX)
  const digest = createHash('sha256')
  const read = createStatementReader()
  let period: StatementPeriod | null = null
  let [number, lines, repeated] = [0, 0, 0]
  /** Whether it says itself what it is, and so also where it ends. */
  let isFramed = false
  let isEnded = false

  function begin(told: RequestedPeriod): StatementPeriod {
    for (const name of ['from', 'to'] as const)
      if (told[name] !== undefined && given[name] !== undefined && Date.parse(told[name]) !== Date.parse(given[name]))
        throw new StatementProblem(number, name, `is ${told[name]}, and ${given[name]} was asked for`)
    const [from, to] = [told.from ?? given.from, told.to ?? given.to]
    if (from === undefined || to === undefined)
      throw new StatementProblem(
        number,
        from === undefined ? 'from' : 'to',
        'is required: say which period the statement covers',
      )
    if (Date.parse(from) >= Date.parse(to)) throw new StatementProblem(number, 'from', 'must be before to')
    if (Date.parse(to) > now.getTime() + CLOCK_AHEAD_MS_MAX)
      throw new StatementProblem(number, 'to', 'must not be in the future: the statement can not be complete')
    return { from, to }
  }

  function take(said: StatementLine, { from, to }: StatementPeriod): void {
    const { type: about, key = null, reference, status, currency, at } = said
    const amount_minor = amountOf(number, said)
    if (Date.parse(at) < Date.parse(from) || Date.parse(at) >= Date.parse(to))
      throw new StatementProblem(number, 'at', `is ${at}, which is not in the period of the statement`)
    lines += 1
    const entry: StatementEntry = { about, outcome: status, amount_minor, currency, reference, at, line: number }
    const [, refund_id = null, attempt] = KEY.exec(key ?? '') ?? []
    const name = refund_id === null ? foreignName(key, entry) : nameOf(refund_id, Number(attempt))
    const known = listed.get(name)
    if (known === undefined) {
      listed.add(name, { refund_id, attempt: attempt === undefined ? null : Number(attempt), key, entries: [entry] })
    } else if (known.entries.some(other => isSame(other, entry))) repeated += 1
    else if (known.entries.length >= DIFFERENT_LINES_MAX)
      throw new StatementProblem(number, 'key', `is on more than ${DIFFERENT_LINES_MAX} lines that differ`)
    else known.entries.push(entry)
  }

  function takeLine(bytes: Buffer): void {
    number += 1
    const said = read(number, bytes)
    if (said === null) return
    if (isEnded) throw new StatementProblem(number, 'line', 'stands behind the end')
    if ('begin' in said) {
      isFramed = true
      period = begin(said.begin)
      return
    }
    period ??= begin({})
    if ('line' in said) take(said.line, period)
    else if (said.end.lines === lines) isEnded = true
    else throw new StatementProblem(number, 'lines', `is ${said.end.lines}, and there are ${lines}`)
  }

  const cut = createLines(LINE_BYTES_MAX, {
    line: takeLine,
    tooLong() {
      throw new StatementProblem(number + 1, 'line', `is longer than ${LINE_BYTES_MAX} bytes`)
    },
  })

  return {
    push(part: Buffer): void {
      digest.update(part)
      cut.push(part)
    },
    end(): Statement {
      cut.end()
      if (number === 0) throw new StatementProblem(null, 'body', 'is empty')
      if (isFramed && !isEnded) throw new StatementProblem(null, 'end', 'is missing: the statement was cut off')
      const sha256 = digest.digest('hex')
      return { period: period ?? begin({}), sha256, lines, repeated, listed, close: () => listed.close() }
    },
    close: () => listed.close(),
  }
}

function amountOf(number: number, { amount, currency }: StatementLine): number {
  const minor = typeof amount === 'string' ? textToMinor(amount, currency) : toMinor(amount, currency)
  if (typeof minor === 'number') return minor
  throw new StatementProblem(number, minor.field, minor.reason)
}

/** Names of entries are ASCII, and none of these is one of ours. What the network calls by one word (a fee, a batch) is a payment in each line. */
function foreignName(
  key: string | null,
  { about, outcome, amount_minor, currency, reference, at }: StatementEntry,
): string {
  const said = JSON.stringify([key, about, outcome, amount_minor, currency, reference, Date.parse(at)])
  return `~${createHash('sha256').update(said).digest('hex')}`
}

function isSame(one: StatementEntry, other: StatementEntry): boolean {
  return (
    one.about === other.about &&
    one.outcome === other.outcome &&
    one.amount_minor === other.amount_minor &&
    one.currency === other.currency &&
    one.reference === other.reference &&
    Date.parse(one.at) === Date.parse(other.at)
  )
}
