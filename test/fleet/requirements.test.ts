import * as assert from 'uvu/assert'
import { MISSING_RIGHT, runWithoutRights } from '../harness/run-without-rights.ts'
import { suite } from '../harness/suite.ts'

/** What the tests of a fleet do where there can be none. */
const test = suite('what a fleet misses')

test('tests of a fleet name what is missing and pass, and fail where they are required', () => {
  const leftOut = runWithoutRights('test/fleet/network.test.ts')
  assert.is(leftOut.status, 0, leftOut.stderr)
  const [, missing = ''] = /^left out: a fleet, for which there is no (.*)$/m.exec(leftOut.stdout) ?? []
  assert.ok(missing.split(', no ').includes(MISSING_RIGHT), leftOut.stdout)
  const required = runWithoutRights('test/fleet/network.test.ts', { FLEET: 'required' })
  assert.is(required.status, 1, required.stdout)
  assert.ok(required.stderr.includes(`FLEET=required, and there is no ${missing}`), required.stderr)
})

test.run()
