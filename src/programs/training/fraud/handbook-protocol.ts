import { DAY_MS } from '#domain/fraud/history.ts'
import type { BoostOptions } from '#ml/trees/boost.ts'
import { type Days, dayOf } from '../days.ts'
import { figuresOf, scoreRows } from './figures.ts'
import { fit, rowsOf } from './fit.ts'
import { DELAY_DAYS } from './handbook.ts'
import type { Table } from './replay.ts'

/**
 * The protocol of the Fraud Detection Handbook (Le Borgne et al. 2022, chapters 3 and 5): seven days of training, seven
 * until the labels are known, seven of test, each without customers whose fraud became known since training began.
 */
export type Fold = {
  /** The first day of training. */
  start: number
  kind: 'test' | 'validation'
}

const WEEK_MS = 7 * DAY_MS
/** Features look back a month. */
const WARM_UP_MS = 30 * DAY_MS

const test = (day: string): Fold => ({ start: dayOf(day), kind: 'test' })
const validation = (day: string): Fold => ({ start: dayOf(day), kind: 'validation' })

export const FOLDS: readonly Fold[] = [
  ...['2018-07-25', '2018-08-01', '2018-08-08', '2018-08-15'].map(test),
  ...['2018-06-20', '2018-06-27', '2018-07-04', '2018-07-11'].map(validation),
]

export const trainingDays = ({ start }: Fold): Days => ({ from: start, until: start + WEEK_MS })
export const testDays = ({ start }: Fold): Days => ({ from: start + 2 * WEEK_MS, until: start + 3 * WEEK_MS })

/** The training week and all days before it whose features have a month to look back on. */
export function allDaysUntil({ start }: Fold, covered: Days): Days {
  return { from: Math.min(covered.from + WARM_UP_MS, start), until: start + WEEK_MS }
}

export type TestResult = Omit<ReturnType<typeof trainAndTest>, 'model'>

export function trainAndTest(
  table: Table,
  { train, test, boosting }: { train: Days; test: Days; boosting: BoostOptions },
  onTree?: (made: number) => void,
) {
  const model = fit(table, { days: train, trainedAt: Math.max(train.until, test.from), boosting }, onTree)
  const firstFraud = firstFraudDays(table, test.from - 2 * WEEK_MS)
  const rows = rowsOf(table, test, row => {
    const day = firstFraud.get(table.user[row]!)
    return day === undefined || day > dayNumber(table.at[row]!) - DELAY_DAYS - 1
  })
  const scored = scoreRows(table, rows, model)
  const frauds = scored.labels.reduce((sum, label) => sum + label, 0)
  return { model, transactions: rows.length, frauds, trained: rowsOf(table, train).length, figures: figuresOf(scored) }
}

function firstFraudDays({ size, at, user, fraud }: Table, since: number): Map<number, number> {
  const days = new Map<number, number>()
  for (let row = 0; row < size; row += 1)
    if (fraud[row] !== null && at[row]! >= since && !days.has(user[row]!)) days.set(user[row]!, dayNumber(at[row]!))
  return days
}

function dayNumber(at: number): number {
  return Math.floor(at / DAY_MS)
}
