import * as assert from 'uvu/assert'
import { MISSING_RIGHT, runWithoutRights } from '../harness/run-without-rights.ts'
import { suite } from '../harness/suite.ts'

/** What the lab says where it can't be. */
const test = suite('what a VPN lab misses')

test('root is missing, or what a container takes from it', () => {
  const { status, stderr } = runWithoutRights('src/programs/vpn-lab/main.ts')
  const [, missing = ''] = /^a real tunnel needs what is missing here: (.*)\n$/.exec(stderr) ?? []
  assert.is(status, 1, stderr)
  assert.ok(missing.split(', ').includes(MISSING_RIGHT), stderr)
  assert.not(missing.includes('CAP_NET_ADMIN'), stderr)
})

test('tests of real tunnels say what is missing and pass, and fail where they are required', () => {
  const leftOut = runWithoutRights('test/vpn/lab.test.ts')
  assert.is(leftOut.status, 0, leftOut.stderr)
  const [, missing = ''] = /^left out: real tunnels, for which there is no (.*)$/m.exec(leftOut.stdout) ?? []
  assert.ok(missing.split(', no ').includes(MISSING_RIGHT), leftOut.stdout)
  const required = runWithoutRights('test/vpn/lab.test.ts', { VPN_LAB: 'required' })
  assert.is(required.status, 1, required.stdout)
  assert.ok(required.stderr.includes(`VPN_LAB=required, and there is no ${missing}`), required.stderr)
})

test.run()
