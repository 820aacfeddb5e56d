import { markdownTable } from '#terminal/markdown-table.ts'
import { inDigits } from '#terminal/progress.ts'
import type { AddressFigures } from './addresses.ts'
import type { EvidenceResult } from './evidence.ts'
import { inPercent, inThree } from './figures.ts'
import { type MishraResult, PUBLISHED_MISHRA, TESTED_ROWS } from './mishra-protocol.ts'
import type { MixedResult, SourceFigures } from './mixed-protocol.ts'
import { PUBLISHED_UCI, type UciResult } from './uci-protocol.ts'

/** What was measured, where there were data for it. */
export type Results = {
  uci: UciResult | null
  mishra: MishraResult | null
  mixed: MixedResult
  addresses: AddressFigures | null
  evidence: EvidenceResult
}

/** Every protocol's tables, Markdown. Intervals are 95 %. */
export function resultsText({ uci, mishra, mixed, addresses, evidence }: Results): string {
  return [
    '## UCI SMS Spam Collection',
    uci === null ? 'Its file was not there.' : uciText(uci),
    '## Mishra & Soni, three classes',
    mishra === null ? 'Its file was not there.' : mishraText(mishra),
    '## Sources together: later messages, other people, other texts',
    mixedText(mixed),
    '## Addresses',
    addresses === null ? 'Their files were not there.' : addressText(addresses),
    '## Evidence',
    `${inDigits(evidence.messages)} messages, ${inDigits(evidence.indicators)} indicators: ${inDigits(evidence.outside)} of them show what is not in the source that they name.`,
  ].join('\n\n')
}

function uciText({ trained, tested, spam, figures }: UciResult): string {
  const published = PUBLISHED_UCI.map(({ model, caught, blocked, accuracy, mcc }) => [
    `${model}, as published (other rows: all 5,574)`,
    ...[caught, blocked, accuracy].map(part => `${(100 * part).toFixed(2)} %`),
    mcc.toFixed(3).replace('0.', '.'),
  ])
  return [
    `Spam against ham by the rule of Almeida, Hidalgo & Yamakami (2011): the first 30 % of the file's rows, ${inDigits(trained)}, are trained on, the others, ${inDigits(tested)} with ${inDigits(spam)} spam, tested. Aim: MCC ≥ .94.`,
    markdownTable(
      ['model', 'spam caught', 'ham blocked', 'accuracy', 'MCC'],
      [
        ...published,
        [
          '**this trainer**',
          inPercent(figures.recall),
          inPercent(figures.falseAlarms),
          inPercent(figures.accuracy),
          inThree(figures.mcc),
        ],
      ],
    ),
  ].join('\n\n')
}

function mishraText({ texts, seeds, figures }: MishraResult): string {
  return [
    `${inDigits(texts)} different texts, a fifth of each class tested, ${seeds} random partings: means over them, with intervals over partings. Aim: smishing F1 ≥ .89.`,
    markdownTable(
      ['model', 'smishing F1', 'macro F1', 'accuracy'],
      [
        ...PUBLISHED_MISHRA.map(({ model, f1 }) => [
          `${model}, as published (${TESTED_ROWS})`,
          f1.toFixed(3).replace('0.', '.'),
          '',
          '',
        ]),
        ['**this trainer**', inThree(figures.smishingF1), inThree(figures.macroF1), inThree(figures.accuracy)],
      ],
    ),
  ].join('\n\n')
}

const PART_HEAD = ['', 'messages', 'smishing', 'F1', 'precision', 'recall', 'false alarms', 'F1 of the model alone']

function partRow({ of, rows, smishing, figures, byModel }: SourceFigures): string[] {
  const [f1, precision, ofModel] = [figures.f1, figures.precision, byModel.f1].map(inThree)
  // Without phishing there is nothing to find, and precision has no meaning.
  const none = '–'
  return [
    ...[of, inDigits(rows), inDigits(smishing)],
    ...(smishing === 0 ? [none, none, none] : [f1!, precision!, inPercent(figures.recall)]),
    rows === smishing ? none : inPercent(figures.falseAlarms),
    smishing === 0 ? none : ofModel!,
  ]
}

function mixedText({
  trained,
  threshold,
  main,
  all,
  sources,
  categories,
  languages,
  promotion,
  alerts,
  calibration,
}: MixedResult): string {
  const table = (parts: readonly SourceFigures[]) => markdownTable(PART_HEAD, parts.map(partRow))
  return [
    `Trained on ${inDigits(trained.ham)} ham, ${inDigits(trained.promotion)} promotion and ${inDigits(trained.smishing)} smishing: SmishTank's first 70 % by time, every other user of ExAIS, four of five texts of the other sources, and our own sentences. Tested on the rest, and on all of our Spanish messages. A message is told as phishing from ${threshold.toFixed(2)} on, which was chosen on folds of the training part. Aims: F1 ≥ .90 on the first row; false alarms ≤ 3 % on real notes, which are ham of ExAIS from an alphanumeric sender or one of 3 to 6 digits: ${inDigits(alerts.rows)} of them here.`,
    table([main, all, alerts, promotion]),
    'By source.',
    table(sources),
    'By category, in the words of the sources.',
    table(categories),
    'By language: Spanish sources, and for the others what the message was told to be.',
    table(languages),
    `Calibration: Brier ${calibration.brier.toFixed(4)}, of the base rate ${calibration.base.toFixed(4)}.`,
    markdownTable(
      ['probability from', 'messages', 'mean', 'smishing'],
      calibration.bins.map(({ from, rows, mean, smishing }) => [
        ...[from.toFixed(2), inDigits(rows), rows === 0 ? '–' : mean.toFixed(3)],
        rows === 0 ? '–' : (smishing / rows).toFixed(3),
      ]),
    ),
  ].join('\n\n')
}

function addressText({ trained, tested, newest }: AddressFigures): string {
  const later =
    newest === null
      ? ''
      : ` Of ${inDigits(newest.rows)} phishing addresses of ${newest.year} on new hosts, a model of the years before finds ${(100 * newest.recall).toFixed(1)} %.`
  return `Trained on ${inDigits(trained.phishing)} phishing and ${inDigits(trained.legitimate)} legitimate addresses, tested on ${inDigits(tested.rows)} of Aung & Yamana's on other hosts: AUC ${tested.auc.toFixed(3)}, F1 ${tested.f1.toFixed(3)}.${later} It is one feature of many.`
}
