import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { suite } from '../harness/suite.ts'

const test = suite('training')
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'training-'))
test.after(() => rmSync(folder, { recursive: true }))
/** 300 of the simulator's users who do not do much, with all their deliveries. */
const SAMPLE = 'test/fixtures/fraud'
/** A busy machine takes its time. */
const RUN_MS_MAX = 240_000

type Said = { status: number; stdout: string; stderr: string }

function run(file: string, ...words: string[]): Promise<Said> {
  return new Promise(done =>
    execFile(process.execPath, [file, ...words], { cwd: root, timeout: RUN_MS_MAX }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    ),
  )
}

const evaluate = (...words: string[]) => run('src/programs/training/evaluate.ts', 'fraud', ...words)

/**
 * Of the model that the sample makes. Whoever changes features or the trainer changes it, and trains the product's
 * model again.
 */
const SHA256 = '32caf304c17ffddb3f297c3800fa20594263e06c8037c4295da46bfa71a4572d'

test('training on the sample gives the same bytes each time', async () => {
  const out = join(folder, 'model')
  const { status, stdout, stderr } = await run(
    'src/programs/training/train.ts',
    'fraud',
    '--data',
    SAMPLE,
    '--out',
    out,
  )
  assert.equal([status, stderr], [0, ''])
  const bytes = readFileSync(join(out, 'model.onnx'))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  assert.is(sha256, SHA256)
  const card = readFileSync(join(out, 'card.md'), 'utf8')
  assert.ok(stdout.includes(sha256) && card.includes(sha256))
  assert.ok(
    card.includes(
      createHash('sha256')
        .update(readFileSync(join(root, SAMPLE, 'api_sim_sample.csv.gz')))
        .digest('hex'),
    ),
  )
  assert.ok(card.includes('Its files were not there when this card was made.'))
  assert.is(readOnnx(bytes).metadata.version, 'v1.0.0')
})

test('days of the sample can be chosen', async () => {
  const { status, stdout, stderr } = await evaluate(
    ...['--data', join(root, 'test/fixtures'), '--train', '2025-01-01..2025-01-31', '--test', '2025-02-01..2025-02-14'],
  )
  assert.equal([status, stderr], [0, ''])
  assert.match(stdout, /^# Simulator, test 2025-02-01\.\.2025-02-14: [\d,]+ transactions, \d+ frauds$/m)
  assert.match(stdout, /^\| this trainer +\| 2025-01-01\.\.2025-01-31 \([\d,]+\) +\| \.\d{3} \[\.\d{3}, \.\d{3}\]/m)
})

test('invalid arguments are reported by name', async () => {
  const told = async (...words: string[]) => {
    const { status, stdout, stderr } = await evaluate(...words)
    return [status, stdout, stderr.split('\n')[0]]
  }
  const [train, later] = [
    ['--train', '2025-01-01..2025-01-31'],
    ['--test', '2025-02-01..2025-02-14'],
  ] as const
  assert.equal(await told(), [2, '', '--data is needed'])
  assert.equal(await told('--data', SAMPLE, ...train), [2, '', '--train and --test go together'])
  assert.equal(await told('--data', SAMPLE, '--train', 'may', ...later), [
    ...[2, '', '--train must be two days like 2018-08-08..2018-08-14'],
  ])
  assert.equal(await told('--data', SAMPLE, ...train, '--test', '2025-01-31..2025-02-01'), [
    ...[2, '', '--test begins before --train ends'],
  ])
  assert.equal(await told('--data', folder), [
    ...[1, '', `${folder} has neither api_sim_*.csv.gz nor handbook_raw_*.csv.gz`],
  ])
  assert.equal(await told('--data', SAMPLE, ...train, '--test', '2026-02-01..2026-02-14'), [
    ...[
      1,
      '',
      'no data set has 2025-01-01..2025-01-31 and 2026-02-01..2026-02-14; available: Simulator 2025-01-01..2025-03-31',
    ],
  ])
})

test.run()
