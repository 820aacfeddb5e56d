import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runCommand, type SubCommand } from '#terminal/command-line.ts'
import { createProgressLine } from '#terminal/progress.ts'
import { cardOf } from './card.ts'
import { OPTIONS, parseOptions } from './evaluate.ts'
import { measure, readData } from './measure.ts'
import { countsByClass } from './mixed-protocol.ts'
import { packModel } from './pack-model.ts'
import { groupOf, taught, weightOf } from './split.ts'
import { fitStack, probabilityOfSample } from './stack.ts'

/** Raise it with every released model. */
const VERSION = 'v1.5.0'
const OUT = 'src/services/sms/model'

const COMMAND = {
  start: 'npm run train -- sms',
  about: `Trains the SMS model on all messages of a folder and writes text.onnx, addresses.onnx, trees.onnx, card.md and parity.gz. The same data give
the same bytes. The card has the figures of every protocol for which the folder has the files, which takes minutes.`,
  options: {
    data: OPTIONS.data,
    out: { type: 'string', value: 'DIR', default: OUT, help: 'where to write to' },
    seeds: OPTIONS.seeds,
  },
} as const

export const trainSms: SubCommand = {
  form: '--data DIR',
  summary: 'the model that detects phishing messages',
  run: argv => runCommand(COMMAND, ({ values }) => train({ ...parseOptions(values), out: values.out }), argv),
}

async function train({ data: folder, out, seeds }: { data: string; out: string; seeds: number }): Promise<void> {
  const progress = createProgressLine()
  const showStep = (step: string) => progress.show(() => step)
  const data = await readData(folder, showStep)
  const known = taught([...data.samples, ...data.own])
  const stacking = { positive: 'smishing' as const, linkScores: data.linkScores, groupOf, weightOf }
  const stack = fitStack(known, { ...stacking, onStep: step => showStep(`the model: ${step}`) })
  const files = packModel(stack, data.urlModel, known, VERSION)
  mkdirSync(out, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(out, name), bytes)
  const probabilities = Float32Array.from(data.own, sample => probabilityOfSample(stack, sample, data.linkScores))
  writeFileSync(join(out, 'parity.gz'), gzipSync(probabilities, { level: 9 }))
  const results = measure(data, seeds, showStep)
  progress.clear()
  const sha256 = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, hash('sha256', bytes)]))
  writeFileSync(
    join(out, 'card.md'),
    cardOf({ version: VERSION, sha256, data: data.hashes, trained: countsByClass(known), stack, results }),
  )
  console.log(
    [`${out}: card.md, parity.gz`, ...Object.entries(sha256).map(([name, digest]) => `${name} ${digest}`)].join('\n'),
  )
}
