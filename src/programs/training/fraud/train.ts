import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLUMNS_VERSION } from '#domain/fraud/features.ts'
import { onnxOf } from '#ml/trees/onnx.ts'
import { CommandError, runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { createProgress } from '#terminal/progress.ts'
import { cardOf } from './card.ts'
import { dataFilesIn } from './files.ts'
import { readHandbook } from './handbook.ts'
import { handbookText, runFolds } from './handbook-report.ts'
import { parityOf } from './parity.ts'
import { played } from './played.ts'
import { product } from './product.ts'
import { productText } from './product-report.ts'
import { readSimulator } from './simulator.ts'

/** Raise it with every model that is released. */
const VERSION = 'v1.0.0'
const OUT = 'src/services/fraud/model'

const COMMAND = {
  start: 'npm run train -- fraud',
  about: `Trains the fraud model and writes model.onnx, card.md and parity.gz. The same data make the same bytes. Needs api_sim_*.csv.gz; where
handbook_raw_*.csv.gz are there too, the card has the table that stands beside published figures, which takes minutes.`,
  options: {
    data: { type: 'string', value: 'DIR', help: 'the folder of the data sets, or the one that holds it as `fraud`' },
    out: { type: 'string', value: 'DIR', default: OUT, help: 'where to write to' },
  },
} as const

export const trainFraud: SubCommand = {
  form: '--data DIR',
  does: 'the model that scores transactions',
  run: argv => runCommand(COMMAND, ({ values: { data, out } }) => train(data, out), argv),
}

async function train(data: string | undefined, out: string): Promise<void> {
  if (data === undefined) throw new UsageError('--data is needed')
  const files = dataFilesIn(data)
  if (files.simulator.length === 0) throw new CommandError(`${data} holds no api_sim_*.csv.gz`)
  const progress = createProgress()
  const telling = (what: string) => (made: number) => progress.show(() => `${what}: ${made} trees`)

  const read = readSimulator(files.simulator)
  const { table, hashes } = await played(read, progress)
  const { table: silent } = await played(read, progress, { outcomes: false })
  const made = product(table, silent, telling('simulator'))
  const onnx = onnxOf(made.model, {
    version: VERSION,
    features_version: String(COLUMNS_VERSION),
    reference: JSON.stringify(made.reference),
  })

  const others = files.handbook.length === 0 ? null : await played(readHandbook(files.handbook), progress)
  const handbook =
    others && runFolds(others.table, ({ start }) => telling(`Handbook, ${new Date(start).toDateString()}`))
  progress.clear()
  console.log([productText(made), ...(handbook === null ? [] : [handbookText(handbook)])].join('\n\n'))

  const sha256 = createHash('sha256').update(onnx).digest('hex')
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'model.onnx'), onnx)
  writeFileSync(join(out, 'parity.gz'), parityOf(table, made))
  const card = { version: VERSION, model: sha256, data: { ...hashes, ...others?.hashes }, product: made, handbook }
  writeFileSync(join(out, 'card.md'), cardOf(card))
  console.log(`\n${out}: model.onnx (SHA-256 ${sha256}), card.md, parity.gz`)
}
