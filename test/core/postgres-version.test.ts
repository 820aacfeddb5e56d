import * as assert from 'uvu/assert'
import { refuseVersion } from '#edge/postgres/probe-postgres.ts'
import { suite } from '../harness/suite.ts'

const test = suite('the version of PostgreSQL')

test('an older one is refused in words', () => {
  assert.equal(refuseVersion('16.9 (Debian 16.9-1.pgdg12+1)'), {
    reason: 'it is PostgreSQL 16.9 (Debian 16.9-1.pgdg12+1), and 17 is the oldest that works',
    isLasting: true,
  })
})

test('17 and newer ones are accepted', () => {
  for (const version of ['17.0', '17beta1', '18.4 (Debian 18.4-1)', '19devel'])
    assert.is(refuseVersion(version), undefined, version)
})

test.run()
