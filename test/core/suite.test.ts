import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { suite } from '../harness/suite.ts'

/** What uvu lets pass in silence, the suites here refuse. */
const test = suite('suites')
const folder = mkdtempSync(join(tmpdir(), 'suite-'))
const harness = JSON.stringify(new URL('../harness/suite.ts', import.meta.url).href)

function ran(body: string) {
  const file = join(folder, 'made.test.ts')
  writeFileSync(file, `import { suite } from ${harness}\nconst test = suite('made')\n${body}\ntest.run()\n`)
  const { TEST_REPORT_FILE: _, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, [file], { env, encoding: 'utf8' })
  return { status, stderr }
}

test('a hook that is there before the run is run', () => {
  const { status, stderr } = ran("test.after(() => console.error('after'))\ntest('one', () => {})")
  assert.equal([status, stderr.trim()], [0, 'after'])
})

test('a hook that comes while the suite runs fails it', () => {
  const { status, stderr } = ran("test('one', () => test.after(() => console.error('after')))")
  assert.is(status, 1)
  assert.match(stderr, '"made" runs already: its hooks must be there before')
})

test('two tests of one name are refused', () => {
  const { status, stderr } = ran("test('one', () => {})\ntest('one', () => {})")
  assert.is(status, 1)
  assert.match(stderr, 'two tests of "made" are called "one"')
})

test.after(() => rmSync(folder, { recursive: true }))
test.run()
