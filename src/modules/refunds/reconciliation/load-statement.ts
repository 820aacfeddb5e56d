import { createHash, hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { transferKey } from '#domain/refunds/next-step.ts'
import type { ReportedMovement, StatementPeriod } from '#domain/refunds/reconciliation/compare.ts'
import type { Movement } from '#domain/refunds/reconciliation/movements.ts'
import { createLargeMap, type LargeMap } from '#files/large-map.ts'
import { createLineSplitter, readInParts } from '#files/line-splitter.ts'
import { textToMinor, toMinor } from '#values/money.ts'
import { createStatementReader, type StatementLine, StatementProblem } from './statement.ts'

/** Many times a line's length, because networks add columns. */
const LINE_BYTES_MAX = 65_536
/** A few milliseconds of work, then other work of the process runs. */
const YIELD_EVERY_BYTES = 16_384
/** An attempt has one transfer and one reversal; a network that reports more needs a person. */
const DIFFERENT_LINES_MAX = 20
/** About 15 MB. */
const ITEMS_IN_MEMORY_MAX = 20_000
const CLOCK_AHEAD_MS_MAX = 60_000
const PERIOD_REQUIRED = 'is required: give the period that the statement covers'

/** The key of an attempt, as the network got it. */
const KEY = /^(rf_[0-9a-f-]{36}):(0|[1-9]\d{0,3})$/

export type StatementEntry = ReportedMovement & { about: Movement['about']; line: number }
/** The lines under one of our keys, or a single foreign line. */
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
  repeatedLines: number
  /** By `transferKey` or `foreignKey`. */
  listed: LargeMap<StatementItem>
  close(): void
}

export type RequestedPeriod = { from?: string | undefined; to?: string | undefined }

/**
 * Reads a whole statement before it is compared, because a wrong line must change nothing. What does not fit into
 * memory goes to a temporary file. The caller closes the statement. Throws StatementProblem.
 */
export async function loadStatement(
  input: AsyncIterable<Buffer>,
  requested: RequestedPeriod,
  now: Date,
  onProgress: (bytes: number) => void = () => {},
): Promise<Statement> {
  const loader = createStatementLoader(requested, now)
  try {
    for await (const part of readInParts(input, YIELD_EVERY_BYTES, onProgress)) loader.push(part)
    return loader.end()
  } catch (error) {
    loader.close()
    throw error
  }
}

function createStatementLoader(requested: RequestedPeriod, now: Date) {
  const listed = createLargeMap<StatementItem>(ITEMS_IN_MEMORY_MAX)
  const digest = createHash('sha256')
  const read = createStatementReader()
  let period: StatementPeriod | null = null
  let [number, lines, repeatedLines] = [0, 0, 0]
  /** A statement with a header also has a trailer. */
  let hasHeader = false
  let isEnded = false

  function determinePeriod(header: RequestedPeriod): StatementPeriod {
    for (const name of ['from', 'to'] as const) {
      const [stated, wanted] = [header[name], requested[name]]
      if (stated !== undefined && wanted !== undefined && Date.parse(stated) !== Date.parse(wanted))
        throw new StatementProblem(number, name, `is ${stated}, but ${wanted} was requested`)
    }
    const { from = requested.from, to = requested.to } = header
    if (from === undefined) throw new StatementProblem(number, 'from', PERIOD_REQUIRED)
    if (to === undefined) throw new StatementProblem(number, 'to', PERIOD_REQUIRED)
    if (Date.parse(from) >= Date.parse(to)) throw new StatementProblem(number, 'from', 'must be before to')
    if (Date.parse(to) > now.getTime() + CLOCK_AHEAD_MS_MAX)
      throw new StatementProblem(number, 'to', 'must not be in the future, because the statement would be incomplete')
    return { from, to }
  }

  function addLine(statementLine: StatementLine, { from, to }: StatementPeriod): void {
    const { type: about, key = null, reference, status, currency, at } = statementLine
    const amount_minor = amountOf(number, statementLine)
    if (Date.parse(at) < Date.parse(from) || Date.parse(at) >= Date.parse(to))
      throw new StatementProblem(number, 'at', `is ${at}, outside the period of the statement`)
    lines += 1
    const entry: StatementEntry = { about, outcome: status, amount_minor, currency, reference, at, line: number }
    const [, refund_id = null, digits] = KEY.exec(key ?? '') ?? []
    const attempt = digits === undefined ? null : Number(digits)
    const name = refund_id === null || attempt === null ? foreignKey(key, entry) : transferKey(refund_id, attempt)
    const known = listed.get(name)
    if (known === undefined) listed.add(name, { refund_id, attempt, key, entries: [entry] })
    else if (known.entries.some(other => isDeepStrictEqual(contentOf(other), contentOf(entry)))) repeatedLines += 1
    else if (known.entries.length >= DIFFERENT_LINES_MAX)
      throw new StatementProblem(number, 'key', `is on more than ${DIFFERENT_LINES_MAX} different lines`)
    else known.entries.push(entry)
  }

  function takeLine(bytes: Buffer): void {
    number += 1
    const parsed = read(number, bytes)
    if (parsed === null) return
    if (isEnded) throw new StatementProblem(number, 'line', 'comes after the trailer')
    if ('begin' in parsed) {
      hasHeader = true
      period = determinePeriod(parsed.begin)
      return
    }
    period ??= determinePeriod({})
    if ('line' in parsed) addLine(parsed.line, period)
    else if (parsed.end.lines === lines) isEnded = true
    else throw new StatementProblem(number, 'lines', `is ${parsed.end.lines}, but there are ${lines}`)
  }

  const lineSplitter = createLineSplitter(LINE_BYTES_MAX, {
    line: takeLine,
    tooLong() {
      throw new StatementProblem(number + 1, 'line', `is longer than ${LINE_BYTES_MAX} bytes`)
    },
  })

  return {
    push(part: Buffer): void {
      digest.update(part)
      lineSplitter.push(part)
    },
    end(): Statement {
      lineSplitter.end()
      if (number === 0) throw new StatementProblem(null, 'body', 'is empty')
      if (hasHeader && !isEnded) throw new StatementProblem(null, 'end', 'is missing: the statement is cut off')
      period ??= determinePeriod({})
      return { period, sha256: digest.digest('hex'), lines, repeatedLines, listed, close: listed.close }
    },
    close: listed.close,
  }
}

function amountOf(number: number, { amount, currency }: StatementLine): number {
  const minor = typeof amount === 'string' ? textToMinor(amount, currency) : toMinor(amount, currency)
  if (typeof minor === 'number') return minor
  throw new StatementProblem(number, minor.field, minor.reason)
}

/** One foreign key (a fee, a batch) may have many payments, so the whole line identifies it. */
function foreignKey(key: string | null, entry: StatementEntry): string {
  return `~${hash('sha256', JSON.stringify([key, ...contentOf(entry)]))}`
}

function contentOf({ about, outcome, amount_minor, currency, reference, at }: StatementEntry) {
  return [about, outcome, amount_minor, currency, reference, Date.parse(at)]
}
