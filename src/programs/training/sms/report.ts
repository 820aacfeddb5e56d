import { markdownTable } from '#terminal/markdown-table.ts'
import { formatCount } from '#terminal/progress.ts'
import { percentOf, threeDecimalsOf } from './figures.ts'
import type { Results } from './measure.ts'
import { PUBLISHED_MISHRA, TESTED_ROWS } from './mishra-protocol.ts'
import type { SourceFigures } from './mixed-protocol.ts'
import { PUBLISHED_UCI } from './uci-protocol.ts'

/** Markdown. Intervals are 95 %. */
export function resultsText({ uci, mishra, mixed, urls, evidence }: Results): string {
  return [
    '## UCI SMS Spam Collection',
    uci === null ? 'Its file was missing.' : uciText(uci),
    '## Mishra & Soni, three classes',
    mishra === null ? 'Its file was missing.' : mishraText(mishra),
    '## Sources together: later messages, other people, other texts',
    mixedText(mixed),
    '## URLs',
    urls === null ? 'Their files were missing.' : urlText(urls),
    '## Evidence',
    `${formatCount(evidence.messages)} messages, ${formatCount(evidence.indicators)} indicators: ${formatCount(evidence.outside)} of them do not quote their source.`,
  ].join('\n\n')
}

function uciText({ trained, tested, spam, figures }: NonNullable<Results['uci']>): string {
  const published = PUBLISHED_UCI.map(({ model, caught, blocked, accuracy, mcc }) => [
    `${model}, as published (other rows: all 5,574)`,
    ...[caught, blocked, accuracy].map(part => `${(100 * part).toFixed(2)} %`),
    mcc.toFixed(3).replace('0.', '.'),
  ])
  return [
    `Spam against ham by the rule of Almeida, Hidalgo & Yamakami (2011): the first 30 % of the file's rows, ${formatCount(trained)}, are trained on, the others, ${formatCount(tested)} with ${formatCount(spam)} spam, tested. Aim: MCC ≥ .94.`,
    markdownTable(
      ['model', 'spam caught', 'ham blocked', 'accuracy', 'MCC'],
      [
        ...published,
        [
          '**this trainer**',
          percentOf(figures.recall),
          percentOf(figures.falsePositiveRate),
          percentOf(figures.accuracy),
          threeDecimalsOf(figures.mcc),
        ],
      ],
    ),
  ].join('\n\n')
}

function mishraText({ texts, seeds, figures }: NonNullable<Results['mishra']>): string {
  return [
    `${formatCount(texts)} distinct texts, a fifth of each class tested, ${seeds} random splits: means and intervals over the splits. Aim: smishing F1 ≥ .89.`,
    markdownTable(
      ['model', 'smishing F1', 'macro F1', 'accuracy'],
      [
        ...PUBLISHED_MISHRA.map(({ model, f1 }) => [
          `${model}, as published (${TESTED_ROWS})`,
          f1.toFixed(3).replace('0.', '.'),
          '',
          '',
        ]),
        [
          '**this trainer**',
          threeDecimalsOf(figures.smishingF1),
          threeDecimalsOf(figures.macroF1),
          threeDecimalsOf(figures.accuracy),
        ],
      ],
    ),
  ].join('\n\n')
}

const PART_HEAD = ['', 'messages', 'smishing', 'F1', 'precision', 'recall', 'false alarms', 'F1 of the model alone']

function partRow({ of, rows, smishing, figures, byModel }: SourceFigures): string[] {
  const [f1, precision, ofModel] = [figures.f1, figures.precision, byModel.f1].map(threeDecimalsOf)
  const none = '–'
  return [
    ...[of, formatCount(rows), formatCount(smishing)],
    ...(smishing === 0 ? [none, none, none] : [f1!, precision!, percentOf(figures.recall)]),
    rows === smishing ? none : percentOf(figures.falsePositiveRate),
    smishing === 0 ? none : ofModel!,
  ]
}

function mixedText(mixed: Results['mixed']): string {
  const { trained, threshold, main, all, sources, categories, languages, promotion, alerts, calibration } = mixed
  const table = (parts: readonly SourceFigures[]) => markdownTable(PART_HEAD, parts.map(partRow))
  return [
    `Trained on ${formatCount(trained.ham)} ham, ${formatCount(trained.promotion)} promotion and ${formatCount(trained.smishing)} smishing: SmishTank's first 70 % by time, every other user of ExAIS, four of five texts of the other sources, and our own sentences. Tested on the rest, and on all of our Spanish messages. A message is phishing from ${threshold.toFixed(2)} on, which was chosen on folds of the training part. Aims: F1 ≥ .90 on the first row; false alarms ≤ 3 % on real notes, which are ham of ExAIS from an alphanumeric sender or one of 3 to 6 digits: ${formatCount(alerts.rows)} of them here.`,
    table([main, all, alerts, promotion]),
    'By source.',
    table(sources),
    'By category of the sources.',
    table(categories),
    'By language: Spanish sources, and for the others the detected language.',
    table(languages),
    `Calibration: Brier ${calibration.brier.toFixed(4)}, of the base rate ${calibration.base.toFixed(4)}.`,
    markdownTable(
      ['probability from', 'messages', 'mean', 'smishing'],
      calibration.bins.map(({ from, rows, mean, smishing }) => [
        ...[from.toFixed(2), formatCount(rows), rows === 0 ? '–' : mean.toFixed(3)],
        rows === 0 ? '–' : (smishing / rows).toFixed(3),
      ]),
    ),
  ].join('\n\n')
}

function urlText({ trained, tested, newest }: NonNullable<Results['urls']>): string {
  const later =
    newest === null
      ? ''
      : ` Of ${formatCount(newest.rows)} phishing URLs of ${newest.year} on new hosts, a model of the years before detects ${(100 * newest.recall).toFixed(1)} %.`
  return `Trained on ${formatCount(trained.phishing)} phishing and ${formatCount(trained.legitimate)} legitimate URLs, tested on ${formatCount(tested.rows)} of Aung & Yamana's on other hosts: AUC ${tested.auc.toFixed(3)}, F1 ${tested.f1.toFixed(3)}.${later} It is one feature of many.`
}
