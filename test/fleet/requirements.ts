import * as assert from 'uvu/assert'
import { listMissingFor } from '#programs/vpn-lab/lab-requirements.ts'
import type { suite } from '../harness/suite.ts'

const isFull = process.env.FLEET === 'full'

/** Adds tests that need network namespaces, or the one that names what is missing for them. */
export async function onFleet(test: ReturnType<typeof suite>, tests: () => Promise<void>): Promise<void> {
  const missing = listMissingFor(['ip', 'sysctl', 'unshare', 'nats-server'])
  if (missing.length === 0) return tests()
  const isRequired = isFull || process.env.FLEET === 'required'
  test(isRequired ? 'needs what is missing here' : 'is left out: something is missing here', () => {
    console.log(`\nleft out: a fleet, for which there is no ${missing.join(', no ')}`)
    assert.not(isRequired, `FLEET=${process.env.FLEET}, and there is no ${missing.join(', no ')}`)
  })
}

/** Adds tests of the ten machines, with FLEET=full alone: they take minutes. */
export async function onFullFleet(test: ReturnType<typeof suite>, tests: () => Promise<void>): Promise<void> {
  if (isFull) return onFleet(test, tests)
  test('is left out without FLEET=full', () =>
    console.log('\nleft out: the fleet of ten machines, for which FLEET=full'))
}
