import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { suite } from '../harness/suite.ts'

/** What the lab says where it can't be. */
const test = suite('what a VPN lab misses')

const main = join(import.meta.dirname, '../../src/vpn-lab/main.ts')

test('root is missing, or what a container takes from it', () => {
  const isRoot = process.getuid?.() === 0
  const without = ['setpriv', '--bounding-set', '-sys_admin']
  const [command = '', ...args] = [...(isRoot ? without : []), process.execPath, main]
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  const [, missing = ''] = /^a real tunnel needs what is missing here: (.*)\n$/.exec(stderr) ?? []
  assert.is(status, 1, stderr)
  assert.ok(missing.split(', ').includes(isRoot ? 'CAP_SYS_ADMIN' : 'root'), stderr)
  assert.not(missing.includes('CAP_NET_ADMIN'), stderr)
})

test.run()
