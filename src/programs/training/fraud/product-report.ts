import { markdownTable } from '#terminal/markdown-table.ts'
import { formatCount } from '#terminal/progress.ts'
import { daysText } from '../days.ts'
import { figureTexts, threeDigits } from './handbook-report.ts'
import { ALERTS, type ProductEvaluation, type Ranks, TEST, TRAIN } from './product.ts'

/** On the simulator; Markdown. */
export function productText(product: ProductEvaluation): string {
  const { trained, tested, figures, brier, levels, scenarios, operations, newUsers, withoutOutcomes } = product
  const [auc, averagePrecision, cardPrecision] = figureTexts(figures)
  const percent = (part: number) => (Number.isNaN(part) ? '–' : `${(100 * part).toFixed(1)} %`)
  const ranks = ({ rows, frauds, auc, averagePrecision }: Ranks) => [
    ...[formatCount(rows), formatCount(frauds)],
    ...(frauds === 0 ? ['–', '–'] : [threeDigits(auc), threeDigits(averagePrecision)]),
  ]
  return [
    `Trained on ${daysText(TRAIN)}: ${formatCount(trained.rows)} transactions, ${formatCount(trained.frauds)} known frauds. Tested on ${daysText(TEST)}: ${formatCount(tested.rows)} transactions, ${formatCount(tested.frauds)} frauds.`,
    markdownTable(
      ['AUC', 'average precision', 'card precision@100', 'Brier', 'Brier of the base rate'],
      [[auc!, averagePrecision!, cardPrecision!, brier.model.toFixed(5), brier.base.toFixed(5)]],
    ),
    'By level. `precision` is of the level itself, `recall` of it and those above.',
    markdownTable(
      ['level', 'transactions', 'frauds', 'precision', 'recall', 'mean score'],
      levels.map(({ level, rows, frauds, precision, recallFromHere, meanScore }) => [
        ...[level, formatCount(rows), formatCount(frauds)],
        ...[precision, recallFromHere, meanScore].map(percent),
      ]),
    ),
    `By scenario, with ${percent(ALERTS)} of all transactions as alerts.`,
    markdownTable(
      ['scenario', 'frauds', 'recall'],
      scenarios.map(({ scenario, frauds, recall }) => [scenario, formatCount(frauds), percent(recall)]),
    ),
    'By operation, by newness, and where no outcome is reported.',
    markdownTable(
      ['of', 'transactions', 'frauds', 'AUC', 'average precision'],
      [
        ...operations.map(of => [of.operation, ...ranks(of)]),
        ['users first seen in the 7 days before', ...ranks(newUsers)],
        ['the same model, no fraud is ever reported', ...ranks(withoutOutcomes.same)],
        ['a model trained without such reports', ...ranks(withoutOutcomes.own)],
      ],
    ),
  ].join('\n\n')
}
