import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { suite } from '../harness/suite.ts'
import { createTestProcesses, type Outcome } from '../harness/test-processes.ts'

/** What a run makes of files that share a process, and of one that has its own. */
const test = suite('processes of tests')
const root = resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'test-processes-'))
const harness = JSON.stringify(new URL('../harness/suite.ts', import.meta.url).href)
const processes = createTestProcesses({ root, scratch, kept: join(scratch, 'kept'), fileTimeoutMs: 5_000 })
let count = 0

/** A test file with one test, which has this body, and what else it does. */
function made(body: string, beside = ''): string {
  count += 1
  const file = join(scratch, `made-${count}.ts`)
  const lines = [
    `import { suite } from ${harness}`,
    `const test = suite('made')`,
    beside,
    `test('one', () => {${body}})`,
  ]
  writeFileSync(file, [...lines, 'test.run()'].join('\n'))
  return relative(root, file)
}
const counts = (outcomes: Outcome[]) => outcomes.map(({ passed, failed }) => [passed, failed])
const PASSES = ''
const FAILS = "throw new Error('wrong')"

test('files of one process are counted each, also with suites of one name', async () => {
  const outcomes = await processes.run([made(PASSES), made(FAILS), made("console.log('third')")])
  assert.equal(counts(outcomes), [
    [1, 0],
    [0, 1],
    [1, 0],
  ])
  assert.match(outcomes[1]!.output, /FAILED made › one\nError: wrong/)
  assert.match(outcomes[2]!.output, /third/)
  assert.not.match(outcomes[0]!.output, /third|wrong/)
})

test('a file that ends the process fails, with those that did not run', async () => {
  assert.equal(counts(await processes.run([made(PASSES), made('process.exit(0)'), made(PASSES)])), [
    [1, 0],
    [0, 1],
    [0, 1],
  ])
})

test('something that runs on after the last test fails all files of the process, and a file by itself', async () => {
  const open = () => made(PASSES, 'setInterval(() => {}, 1_000)')
  assert.equal(counts(await processes.run([open(), made(PASSES)])), [
    [1, 1],
    [1, 1],
  ])
  const [alone] = await processes.run([open()])
  assert.equal(alone!.problems, ['still running after 5 s (an open handle?)'])
})

test('a suite that is never run, and one that leaves tests out, fail', async () => {
  const file = made(PASSES, "suite('another')('none', () => {})")
  const [outcome] = await processes.run([file])
  assert.equal([outcome!.failed, outcome!.problems], [1, ['suite "another" was never run']])
})

test.after(() => {
  processes.killAll()
  rmSync(scratch, { recursive: true })
})
test.run()
