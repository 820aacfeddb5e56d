import { markdownTable } from '#terminal/markdown-table.ts'
import { formatCount } from '#terminal/progress.ts'
import { type Days, daysText, isWithin } from '../days.ts'
import type { FraudFigures } from './figures.ts'
import { COMPARED, daysCoveredBy } from './fit.ts'
import {
  allDaysUntil,
  FOLDS,
  type Fold,
  type TestResult,
  testDays,
  trainAndTest,
  trainingDays,
} from './handbook-protocol.ts'
import PUBLISHED from './published.json' with { type: 'json' }
import type { Table } from './replay.ts'

export type FoldResult = { fold: Fold; week: TestResult & TrainingDays; all: TestResult & TrainingDays }
type TrainingDays = { days: Days }

/** Runs each fold whose days the table has: trained on one week as published, and on all days until then. */
export function runFolds(table: Table, onFold: (fold: Fold) => (made: number) => void): FoldResult[] {
  const covered = daysCoveredBy(table)
  return FOLDS.filter(fold => isWithin({ from: trainingDays(fold).from, until: testDays(fold).until }, covered)).map(
    fold => {
      const run = (days: Days) => ({
        days,
        ...trainAndTest(table, { train: days, test: testDays(fold), boosting: COMPARED }, onFold(fold)),
      })
      return { fold, week: run(trainingDays(fold)), all: run(allDaysUntil(fold, covered)) }
    },
  )
}

export const TABLE_HEADERS = ['model', 'trained on', 'AUC', 'average precision', 'card precision@100']

/** Markdown. */
export function handbookText(results: readonly FoldResult[]): string {
  const tests = results.filter(({ fold }) => fold.kind === 'test')
  const validations = results.filter(({ fold }) => fold.kind === 'validation')
  const isMissing = (fold: Fold) => results.every(result => result.fold !== fold)
  const missing = FOLDS.filter(isMissing).map(fold => `${startOf(fold)} (test ${daysText(testDays(fold))})`)
  return [
    ...tests.map(result => foldText(result, startOf(result.fold) === PUBLISHED_START ? PUBLISHED.week : [])),
    ...(validations.length === 0 ? [] : [validationText(validations)]),
    fourFoldText(tests),
    ...(missing.length === 0 ? [] : [`Folds without data in these files, by their first day: ${missing.join(', ')}.`]),
  ].join('\n\n')
}

/**
 * `week`: test week 2018-08-08..14, chapter 3; the last row is our own run of its code. `folds`: means of the four test
 * folds, chapters 5 and 7, of models chosen on the validation folds.
 */
type Published = (typeof PUBLISHED.week)[number]
/** The fold of the Handbook's chapter 3. */
const PUBLISHED_START = '2018-07-25'

function foldText({ fold, week, all }: FoldResult, published: readonly Published[]): string {
  const title = `Test ${daysText(testDays(fold))}: ${formatCount(week.transactions)} transactions, ${formatCount(week.frauds)} frauds.`
  const rows = published.map(row => [row.model, 'as published', ...publishedFigures(row)])
  return `${title}\n\n${markdownTable(TABLE_HEADERS, [...rows, ...[week, all].map(ownRow)])}`
}

function ownRow({ days, ...run }: TestResult & TrainingDays): string[] {
  return ['**this trainer**', trainedText(days, run), ...figureTexts(run.figures)]
}

export function trainedText(days: Days, { trained }: TestResult): string {
  return `${daysText(days)} (${formatCount(trained)})`
}

function validationText(results: readonly FoldResult[]): string {
  const rows = results.flatMap(({ fold, week, all }) =>
    [week, all].map(run => [daysText(testDays(fold)), ...ownRow(run).slice(1)]),
  )
  return `Validation folds, without published results. Depth, number of trees and monotone features were chosen on them; the test week was evaluated more than once, too.\n\n${markdownTable(['tested on', ...TABLE_HEADERS.slice(1)], rows)}`
}

function fourFoldText(tests: readonly FoldResult[]): string {
  const all = FOLDS.filter(({ kind }) => kind === 'test')
  const published = PUBLISHED.folds.map(row => [row.model, ...publishedFigures(row)])
  const meanOf = (run: 'week' | 'all') =>
    (['auc', 'averagePrecision', 'cardPrecision'] as const).map(name =>
      threeDigits(tests.reduce((sum, result) => sum + result[run].figures[name].value, 0) / tests.length),
    )
  const runs = tests.length < all.length ? [] : (['week', 'all'] as const)
  const ours = runs.map(run => [`**this trainer**, ${run === 'week' ? '7 days' : 'all days'}`, ...meanOf(run)])
  const head = TABLE_HEADERS.filter((_, at) => at !== 1)
  const note = ours.length === 0 ? ' (some days are missing)' : ''
  return `Mean of the four test folds${note}.\n\n${markdownTable(head, [...published, ...ours])}`
}

function publishedFigures({ auc, averagePrecision, cardPrecision }: Published): string[] {
  return [auc, averagePrecision, cardPrecision].map(threeDigits)
}

export function figureTexts({ auc, averagePrecision, cardPrecision }: FraudFigures): string[] {
  return [auc, averagePrecision, cardPrecision].map(
    ({ value, low, high }) => `${threeDigits(value)} [${threeDigits(low)}, ${threeDigits(high)}]`,
  )
}

/** `.871`. */
export function threeDigits(value: number): string {
  return value.toFixed(3).replace(/^0/, '')
}

function startOf({ start }: Fold): string {
  return new Date(start).toISOString().slice(0, 10)
}
