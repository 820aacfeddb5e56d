import { readFile } from 'node:fs/promises'
import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import type { BoostOptions } from '#ml/trees/boost.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { CommandError, runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { createProgressLine, formatCount, type ProgressLine } from '#terminal/progress.ts'
import { daysOf, daysText, isWithin } from '../days.ts'
import { type DataFiles, findDataFiles } from './files.ts'
import { COMPARED, daysCoveredBy, SERVED } from './fit.ts'
import { readHandbook } from './handbook.ts'
import { trainAndTest } from './handbook-protocol.ts'
import { figureTexts, handbookText, runFolds, TABLE_HEADERS, trainedText } from './handbook-report.ts'
import type { DataSetReader } from './labelled.ts'
import { evaluateProduct } from './product.ts'
import { productText } from './product-report.ts'
import { replayDataSet } from './replay.ts'
import { servedText } from './served.ts'
import { readSimulator } from './simulator.ts'

const COMMAND = {
  start: 'npm run evaluate -- fraud',
  about: `Trains on some days of a data set and tests on later ones. Without days: the folds of the Fraud Detection Handbook that the folder
contains, next to published results, and the simulator with the product's model. Intervals are 95 %, by customer.`,
  options: {
    data: { type: 'string', value: 'DIR', help: 'the folder of the data sets, or its parent with the folder `fraud`' },
    train: { type: 'string', value: 'FROM..TO', help: 'days to train on, as 2018-05-01..2018-07-31' },
    served: {
      type: 'string',
      value: 'FILE',
      help: 'an existing ONNX model with the rules, instead of training one',
    },
    test: {
      type: 'string',
      value: 'FROM..TO',
      help: 'days to test on, without customers whose fraud was known before',
    },
  },
} as const

export const evaluateFraud: SubCommand = {
  form: '--data DIR',
  summary: 'the fraud model on the Handbook and on the simulator, next to published figures',
  run: argv =>
    runCommand(
      COMMAND,
      async ({ values: { data, train, test, served } }) => {
        if (data === undefined) throw new UsageError('--data is needed')
        if ((train === undefined) !== (test === undefined)) throw new UsageError('--train and --test go together')
        const days = train === undefined || test === undefined ? null : parseDays(train, test)
        const files = findDataFiles(data)
        const progress = createProgressLine()
        if (served !== undefined && days !== null) throw new UsageError('--served takes no days')
        const text =
          served !== undefined
            ? await evaluateServed(files, served, progress)
            : days === null
              ? await evaluateAll(files, progress)
              : await evaluateDays(files, days, progress)
        progress.clear()
        console.log(text)
      },
      argv,
    ),
}

function parseDays(train: string, test: string) {
  const days = { train: daysOf('--train', train), test: daysOf('--test', test) }
  if (days.test.from < days.train.until) throw new UsageError('--test begins before --train ends')
  return days
}

async function evaluateServed({ simulator }: DataFiles, file: string, progress: ProgressLine): Promise<string> {
  if (simulator.length === 0) throw new CommandError('--served needs api_sim_*.csv.gz')
  const { ensemble } = readOnnx(await readFile(file))
  if (ensemble.features.join() !== FEATURE_NAMES.join())
    throw new CommandError(`${file} was trained for other features`)
  return `# Simulator, by ${file}\n\n${await servedText(readSimulator(simulator), ensemble, progress)}`
}

async function evaluateAll({ simulator, handbook }: DataFiles, progress: ProgressLine): Promise<string> {
  const parts: string[] = []
  if (handbook.length > 0) {
    const { table } = await replayDataSet(readHandbook(handbook), progress)
    const results = runFolds(table, fold => showTrees(progress, new Date(fold.start).toDateString()))
    parts.push('# Fraud Detection Handbook', handbookText(results))
  }
  if (simulator.length > 0) {
    const read = readSimulator(simulator)
    const { table } = await replayDataSet(read, progress)
    const { table: withoutReports } = await replayDataSet(read, progress, { outcomes: false })
    parts.push('# Simulator', productText(evaluateProduct(table, withoutReports, showTrees(progress, 'simulator'))))
  }
  return parts.join('\n\n')
}

/** On the data set that contains these days. */
async function evaluateDays(
  { simulator, handbook }: DataFiles,
  days: ReturnType<typeof parseDays>,
  progress: ProgressLine,
): Promise<string> {
  const sets: [string, DataSetReader, BoostOptions][] = []
  if (handbook.length > 0) sets.push(['Fraud Detection Handbook', readHandbook(handbook), COMPARED])
  if (simulator.length > 0) sets.push(['Simulator', readSimulator(simulator), SERVED])
  const available: string[] = []
  for (const [name, read, boosting] of sets) {
    const { table } = await replayDataSet(read, progress)
    const covered = daysCoveredBy(table)
    if (isWithin({ from: days.train.from, until: days.test.until }, covered)) {
      const run = trainAndTest(table, { ...days, boosting }, showTrees(progress, name))
      const title = `# ${name}, test ${daysText(days.test)}: ${formatCount(run.transactions)} transactions, ${formatCount(run.frauds)} frauds`
      const row = ['this trainer', trainedText(days.train, run), ...figureTexts(run.figures)]
      return `${title}\n\n${markdownTable(TABLE_HEADERS, [row])}`
    }
    available.push(`${name} ${daysText(covered)}`)
  }
  throw new CommandError(
    `no data set has ${daysText(days.train)} and ${daysText(days.test)}; available: ${available.join(', ')}`,
  )
}

function showTrees(progress: ProgressLine, what: string): (made: number) => void {
  return made => progress.show(() => `${what}: ${made} trees`)
}
