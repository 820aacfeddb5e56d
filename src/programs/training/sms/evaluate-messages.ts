import { analyse } from '#domain/sms/analyse.ts'
import type { Analysis } from '#domain/sms/classify.ts'
import { MODEL_FOLDER, openModel } from '#services/sms/model.ts'
import { runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { countsOf, type LabelledPrediction, metricsOf } from './figures.ts'
import { type LabelledMessage, readLabelled } from './labelled-file.ts'

const COMMAND = {
  start: 'npm run evaluate -- messages',
  forms: ['FILE'],
  about: `Analyses the labelled messages of a file like the service, and compares the verdicts with the labels. FILE has one JSON object per
line: id, language (en, es), form (delivery, bank, authority, code, other …), honest, text, sender; theft_of_code and official_link are
optional and counted as forms of their own. Takes seconds.`,
  options: {
    model: { type: 'string', value: 'DIR', default: MODEL_FOLDER, help: 'the folder of the model' },
  },
} as const

export const evaluateMessages: SubCommand = {
  form: 'FILE',
  summary: 'the verdicts of the service on labelled messages',
  run: argv =>
    runCommand(
      COMMAND,
      async ({ values: { model }, positionals: [file, ...more] }) => {
        if (file === undefined || more.length > 0) throw new UsageError('one FILE is needed')
        console.log(resultsText(await analyseLabelled(model, await readLabelled(file))))
      },
      argv,
    ),
}

export type ClassifiedMessage = LabelledPrediction & { labelled: LabelledMessage; analysis: Analysis }

export async function analyseLabelled(
  folder: string,
  messages: readonly LabelledMessage[],
): Promise<ClassifiedMessage[]> {
  const model = await openModel(folder)
  try {
    const analyses = await analyse(
      messages.map(({ text, sender }) => ({
        ...{ text, sender: sender ?? null, extractedUrls: [], country: null, contacts: null },
      })),
      model,
    )
    return messages.map((labelled, at) => ({
      ...{ labelled, analysis: analyses[at]! },
      ...{ isPositive: !labelled.honest, isPredicted: analyses[at]!.is_phishing },
    }))
  } finally {
    await model.close()
  }
}

/** Honest notices of these forms are listed if their verdict is phishing. */
const NOTES = new Set(['delivery', 'bank', 'authority'])

/** Markdown. */
export function resultsText(classified: readonly ClassifiedMessage[]): string {
  const groupBy = (keyOf: (labelled: LabelledMessage) => string | null) => {
    const groups = Map.groupBy(classified, ({ labelled }) => keyOf(labelled))
    return [...groups].flatMap(([key, of]) => (key === null ? [] : [rowOf(key, of)])).sort()
  }
  const wrong = classified.filter(({ isPositive, isPredicted }) => isPositive !== isPredicted)
  const notes = classified.filter(
    ({ labelled: { form }, isPositive, isPredicted }) => isPredicted && !isPositive && NOTES.has(form),
  )
  const [{ model_version, rules_version } = { model_version: 'no model', rules_version: 0 }] = classified.map(
    ({ analysis }) => analysis,
  )
  return [
    `# ${classified.length} messages, model ${model_version}, rules ${rules_version}`,
    'Positive is what is not honest.',
    markdownTable(headOf('language'), [...groupBy(({ language }) => language), rowOf('all', classified)]),
    markdownTable(headOf('form'), [
      ...groupBy(({ form, language }) => `${form} ${language}`),
      ...groupBy(({ theft_of_code, language }) => (theft_of_code ? `theft of a code ${language}` : null)),
      ...groupBy(({ official_link, language }) => (official_link ? `with an official link ${language}` : null)),
    ]),
    `Honest delivery, bank and authority notes above the threshold: ${notes.length}${notes.length === 0 ? '' : ` (${notes.map(({ labelled }) => labelled.id).join(', ')})`}.`,
    wrong.length === 0 ? 'No verdict is wrong.' : `Wrong verdicts: ${wrong.length}.`,
    ...(wrong.length === 0
      ? []
      : [
          markdownTable(
            ['id', 'form', 'outcome', 'score', 'rules', 'indicators'],
            wrong.map(({ labelled: { id, form }, isPositive, analysis }) => [
              ...[id, form, isPositive ? 'FN' : 'FP', analysis.risk_score.toFixed(4), analysis.rules.join(' ')],
              analysis.threat_indicators.map(({ type, evidence }) => `${type} “${evidence.text}”`).join(', '),
            ]),
          ),
        ]),
  ].join('\n\n')
}

function headOf(of: string): string[] {
  return [of, 'messages', 'TP', 'FN', 'FP', 'TN', 'precision', 'recall', 'F1']
}

function rowOf(of: string, classified: readonly ClassifiedMessage[]): string[] {
  const counts = countsOf(classified)
  const { precision, recall, f1 } = metricsOf(counts)
  const { truePositives, falseNegatives, falsePositives, trueNegatives } = counts
  return [
    ...[of, classified.length, truePositives, falseNegatives, falsePositives, trueNegatives].map(String),
    ...[precision, recall, f1].map(value => (Number.isNaN(value) ? '–' : value.toFixed(3))),
  ]
}
