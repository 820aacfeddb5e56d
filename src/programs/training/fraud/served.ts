import { judge } from '#domain/fraud/assess.ts'
import { readingsOf } from '#domain/fraud/features.ts'
import { ALERT_THRESHOLD } from '#domain/fraud/levels.ts'
import { RULES } from '#domain/fraud/rules.ts'
import { type Ensemble, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { inDigits, type ProgressLine } from '#terminal/progress.ts'
import { daysText } from '../days.ts'
import { rowsOf } from './fit.ts'
import { figureTexts } from './handbook-report.ts'
import { figuresOf, judge as judgedBy } from './judge.ts'
import type { DataSetReader } from './labelled.ts'
import { played } from './played.ts'
import { TEST } from './product.ts'
import type { ScoredBy } from './replay.ts'
import { stagedTable } from './staged.ts'

type Judged = Pick<ReturnType<typeof judge>, 'score' | 'codes'>

/** What a transaction is scored by a model and the rules of now. */
export function scoreBy(model: Ensemble, { entry, history, around }: ScoredBy): Judged {
  const probability = Math.max(...readingsOf(entry, history, around).map(row => probabilityOf(marginOf(model, row))))
  const answer = { probability, contributions: { amount: 0, velocity: 0, merchant: 0, device: 0, time: 0, profile: 0 } }
  return judge({ entry, history, around, answer, entries: [] })
}

/**
 * A model that is served, with the features of now, and the rules beside it, on the simulator's test days; then staged
 * attacks. Markdown.
 */
export async function servedText(read: DataSetReader, model: Ensemble, progress: ProgressLine): Promise<string> {
  const scores = new Map<number, Judged>()
  const onRow = (index: number, by: ScoredBy) => {
    if (by.entry.at >= TEST.from && by.entry.at < TEST.until) scores.set(index, scoreBy(model, by))
  }
  const { table } = await played(read, progress, { onRow })
  const rows = rowsOf(table, TEST)
  const byModel = judgedBy(table, rows, model)
  const withRules = { ...byModel, scores: Float64Array.from(rows, row => scores.get(row)!.score) }
  const frauds = rows.filter(row => table.fraud[row] !== null).length
  return [
    `Test ${daysText(TEST)}: ${inDigits(rows.length)} transactions, ${inDigits(frauds)} frauds.`,
    markdownTable(
      ['score', 'AUC', 'average precision', 'card precision@100'],
      [
        ['of the model', ...figureTexts(figuresOf(byModel))],
        ['with the rules', ...figureTexts(figuresOf(withRules))],
      ],
    ),
    'Rules, and alerts that there are only by them.',
    markdownTable(
      ['rule', 'fired', 'frauds', 'alerts by rules alone', 'frauds among them'],
      Object.keys(RULES).map(code => {
        const fired = rows.filter(row => scores.get(row)!.codes.some(one => one === code))
        const alone = fired.filter(
          row =>
            scores.get(row)!.score >= ALERT_THRESHOLD &&
            probabilityOf(marginOf(model, table.row(row))) < ALERT_THRESHOLD,
        )
        const fraudsOf = (of: number[]) => inDigits(of.filter(row => table.fraud[row] !== null).length)
        return [code, inDigits(fired.length), fraudsOf(fired), inDigits(alone.length), fraudsOf(alone)]
      }),
    ),
    'Staged attacks on users of whom nothing is known.',
    stagedTable(by => scoreBy(model, by)),
  ].join('\n\n')
}
