import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLUMNS_VERSION } from '#domain/fraud/features.ts'
import { toOnnx } from '#ml/trees/onnx.ts'
import { CommandError, runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine } from '#terminal/progress.ts'
import { cardOf } from './card.ts'
import { findDataFiles } from './files.ts'
import { readHandbook } from './handbook.ts'
import { handbookText, runFolds } from './handbook-report.ts'
import { parityOf } from './parity.ts'
import { evaluateProduct } from './product.ts'
import { productText } from './product-report.ts'
import { replayDataSet } from './replay.ts'
import { readSimulator } from './simulator.ts'

/** Raise it with every released model. */
const VERSION = 'v1.0.0'
const OUT = 'src/services/fraud/model'

const COMMAND = {
  start: 'npm run train -- fraud',
  about: `Trains the fraud model and writes model.onnx, card.md and parity.gz. The same data give the same bytes. Needs api_sim_*.csv.gz; with
handbook_raw_*.csv.gz, the card also has the table of published figures, which takes minutes.`,
  options: {
    data: { type: 'string', value: 'DIR', help: 'the folder of the data sets, or its parent with the folder `fraud`' },
    out: { type: 'string', value: 'DIR', default: OUT, help: 'where to write to' },
  },
} as const

export const trainFraud: SubCommand = {
  form: '--data DIR',
  summary: 'the model that scores transactions',
  run: argv => runCommand(COMMAND, ({ values: { data, out } }) => train(data, out), argv),
}

async function train(data: string | undefined, out: string): Promise<void> {
  if (data === undefined) throw new UsageError('--data is needed')
  const files = findDataFiles(data)
  if (files.simulator.length === 0) throw new CommandError(`${data} has no api_sim_*.csv.gz`)
  const progress = createProgressLine()
  const showTrees = (what: string) => (made: number) => progress.show(() => `${what}: ${made} trees`)

  const read = readSimulator(files.simulator)
  const { table, hashes } = await replayDataSet(read, progress)
  const { table: withoutReports } = await replayDataSet(read, progress, { outcomes: false })
  const evaluation = evaluateProduct(table, withoutReports, showTrees('simulator'))
  const onnx = toOnnx(evaluation.model, {
    version: VERSION,
    features_version: String(COLUMNS_VERSION),
    reference: JSON.stringify(evaluation.reference),
  })

  const handbookData = files.handbook.length === 0 ? null : await replayDataSet(readHandbook(files.handbook), progress)
  const handbook =
    handbookData &&
    runFolds(handbookData.table, ({ start }) => showTrees(`Handbook, ${new Date(start).toDateString()}`))
  progress.clear()
  console.log([productText(evaluation), ...(handbook === null ? [] : [handbookText(handbook)])].join('\n\n'))

  const sha256 = hash('sha256', onnx)
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'model.onnx'), onnx)
  writeFileSync(join(out, 'parity.gz'), parityOf(table, evaluation))
  const card = {
    version: VERSION,
    model: sha256,
    data: { ...hashes, ...handbookData?.hashes },
    product: evaluation,
    handbook,
  }
  writeFileSync(join(out, 'card.md'), cardOf(card))
  console.log(`\n${out}: model.onnx (SHA-256 ${sha256}), card.md, parity.gz`)
}
