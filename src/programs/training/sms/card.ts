import { join } from 'node:path'
import { TOPICS } from '#domain/sms/indicators/lexicon.ts'
import { FEATURE_NAMES, FEATURES_VERSION } from '#domain/sms/model/features.ts'
import { TEXT_GRAMS, URL_GRAMS } from '#domain/sms/model/grams.ts'
import { RULES, RULES_VERSION } from '#domain/sms/rules.ts'
import { fillTemplate } from '#terminal/fill-template.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { formatCount } from '#terminal/progress.ts'
import DESCRIPTIONS from './data-sets.json' with { type: 'json' }
import type { Results } from './measure.ts'
import { resultsText } from './report.ts'
import { BOOSTING, FOLDS, LINEAR, type Stack } from './stack.ts'

export type SmsModelCard = {
  version: string
  /** SHA-256 by file. */
  sha256: Readonly<Record<string, string>>
  data: Readonly<Record<string, string>>
  /** How many messages of each class. */
  trained: Readonly<Record<string, number>>
  stack: Stack
  results: Results
}

/** Markdown. */
export function cardOf({ version, sha256, data, trained, stack, results }: SmsModelCard): string {
  const { trees, depth, learningRate, lambda, childWeightMin } = BOOSTING
  return fillTemplate(join(import.meta.dirname, 'card-template.md'), {
    ...{ version, folds: FOLDS, threshold: stack.threshold.toFixed(2) },
    files: markdownTable(
      ['file', 'SHA-256'],
      Object.entries(sha256).map(([name, hash]) => [`\`${name}\``, `\`${hash}\``]),
    ),
    data: markdownTable(
      ['file', 'SHA-256', 'what, licence'],
      Object.entries(data).map(([name, hash]) => [name, `\`${hash}\``, describe(name)]),
    ),
    trained: Object.entries(trained)
      .map(([of, count]) => `${formatCount(count)} ${of}`)
      .join(', '),
    ...{ text_grams: formatCount(TEXT_GRAMS), url_grams: formatCount(URL_GRAMS), topics: TOPICS.length },
    ...{ cost: LINEAR.cost, positive_cost: LINEAR.positiveCost, trees, depth, lambda },
    ...{ learning_rate: learningRate, child_weight_min: childWeightMin },
    ...{ slope: stack.calibration.slope.toFixed(3), shift: stack.calibration.shift.toFixed(3) },
    figures: resultsText(results),
    rules: markdownTable(
      ['rule', 'holds for'],
      Object.entries(RULES).map(([name, { description }]) => [name, description]),
    ),
    ...{ rules_version: RULES_VERSION, features_version: FEATURES_VERSION },
    ...{ feature_count: FEATURE_NAMES.length, features: FEATURE_NAMES.join(', ') },
  })
}

/** By the beginning of the file's name. */
function describe(name: string): string {
  return Object.entries(DESCRIPTIONS).find(([begin]) => name.startsWith(begin))?.[1] ?? ''
}
