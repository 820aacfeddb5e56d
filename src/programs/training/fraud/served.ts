import { evaluate } from '#domain/fraud/assess.ts'
import { featureVariants } from '#domain/fraud/features.ts'
import { ALERT_THRESHOLD } from '#domain/fraud/levels.ts'
import { RULES } from '#domain/fraud/rules.ts'
import { type Ensemble, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { formatCount, type ProgressLine } from '#terminal/progress.ts'
import { daysText } from '../days.ts'
import { figuresOf, scoreRows } from './figures.ts'
import { rowsOf } from './fit.ts'
import { figureTexts } from './handbook-report.ts'
import type { DataSetReader } from './labelled.ts'
import { TEST } from './product.ts'
import { replayDataSet, type ScoredBy } from './replay.ts'
import { attackTable } from './simulated-attacks.ts'

type ScoredTransaction = Pick<ReturnType<typeof evaluate>, 'score' | 'codes'>

/** Scores a transaction by a model and the current rules. */
function scoreBy(model: Ensemble, { entry, history, aggregates }: ScoredBy): ScoredTransaction {
  const probability = Math.max(
    ...featureVariants(entry, history, aggregates).map(row => probabilityOf(marginOf(model, row))),
  )
  const answer = { probability, contributions: { amount: 0, velocity: 0, merchant: 0, device: 0, time: 0, profile: 0 } }
  return evaluate({ entry, history, aggregates, modelScore: answer, entries: [] })
}

/** Evaluates an existing model with the current features and rules, on the simulator and on attacks. Markdown. */
export async function servedText(read: DataSetReader, model: Ensemble, progress: ProgressLine): Promise<string> {
  const scores = new Map<number, ScoredTransaction>()
  const onRow = (index: number, by: ScoredBy) => {
    if (by.entry.at >= TEST.from && by.entry.at < TEST.until) scores.set(index, scoreBy(model, by))
  }
  const { table } = await replayDataSet(read, progress, { onRow })
  const rows = rowsOf(table, TEST)
  const byModel = scoreRows(table, rows, model)
  const withRules = { ...byModel, scores: Float64Array.from(rows, row => scores.get(row)!.score) }
  const frauds = rows.filter(row => table.fraud[row] !== null).length
  return [
    `Test ${daysText(TEST)}: ${formatCount(rows.length)} transactions, ${formatCount(frauds)} frauds.`,
    markdownTable(
      ['score', 'AUC', 'average precision', 'card precision@100'],
      [
        ['of the model', ...figureTexts(figuresOf(byModel))],
        ['with the rules', ...figureTexts(figuresOf(withRules))],
      ],
    ),
    'Rules, and alerts that only they cause.',
    markdownTable(
      ['rule', 'fired', 'frauds', 'alerts by rules alone', 'frauds among them'],
      Object.keys(RULES).map(code => {
        const fired = rows.filter(row => scores.get(row)!.codes.some(one => one === code))
        const alone = fired.filter(
          row =>
            scores.get(row)!.score >= ALERT_THRESHOLD &&
            probabilityOf(marginOf(model, table.row(row))) < ALERT_THRESHOLD,
        )
        const fraudCount = (of: number[]) => formatCount(of.filter(row => table.fraud[row] !== null).length)
        return [code, formatCount(fired.length), fraudCount(fired), formatCount(alone.length), fraudCount(alone)]
      }),
    ),
    'Simulated attacks on users without history.',
    attackTable(by => scoreBy(model, by)),
  ].join('\n\n')
}
