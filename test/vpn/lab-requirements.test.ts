import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { environmentWith } from '#config/config.ts'
import { suite } from '../harness/suite.ts'

/** What the lab says where it can't be. */
const test = suite('what a VPN lab misses')

const isRoot = process.getuid?.() === 0
const MISSING = isRoot ? 'CAP_SYS_ADMIN' : 'root'

/** Where somebody is not root, or is without what a container takes from it. */
function runWithout(file: string, env: NodeJS.ProcessEnv = {}) {
  const without = isRoot ? ['setpriv', '--bounding-set', '-sys_admin'] : []
  const [command = '', ...args] = [...without, process.execPath, join(import.meta.dirname, file)]
  // It counts for itself, and not for this file.
  const { TEST_REPORT_FILE: _, VPN_LAB: __, ...inherited } = environmentWith()
  return spawnSync(command, args, { encoding: 'utf8', env: { ...inherited, ...env } })
}

test('root is missing, or what a container takes from it', () => {
  const { status, stderr } = runWithout('../../src/programs/vpn-lab/main.ts')
  const [, missing = ''] = /^a real tunnel needs what is missing here: (.*)\n$/.exec(stderr) ?? []
  assert.is(status, 1, stderr)
  assert.ok(missing.split(', ').includes(MISSING), stderr)
  assert.not(missing.includes('CAP_NET_ADMIN'), stderr)
})

test('tests of real tunnels say what is missing and pass, and fail where they are required', () => {
  const leftOut = runWithout('lab.test.ts')
  assert.is(leftOut.status, 0, leftOut.stderr)
  const [, missing = ''] = /^left out: real tunnels, for which there is no (.*)$/m.exec(leftOut.stdout) ?? []
  assert.ok(missing.split(', no ').includes(MISSING), leftOut.stdout)
  const required = runWithout('lab.test.ts', { VPN_LAB: 'required' })
  assert.is(required.status, 1, required.stdout)
  assert.ok(required.stderr.includes(`VPN_LAB=required, and there is no ${missing}`), required.stderr)
})

test.run()
