import * as assert from 'uvu/assert'
import { findNearestName } from '#config/find-nearest-name.ts'
import { suite } from '../harness/suite.ts'

const test = suite('nearest name')

test('the nearest name is one that could have been meant', () => {
  const known = ['HOST', 'PORT', 'ROLES', 'TLS_CERT_FILE', 'WEBHOOK_RETRY_BASE_MS']
  const meant = {
    ...{ PROTS: undefined, PORTS: 'PORT', ROLE: 'ROLES', PATH: undefined, HOME: undefined, HOSTNAME: undefined },
    ...{ SSL_CERT_FILE: undefined, TLS_CRT_FILE: 'TLS_CERT_FILE', tlsCertFiles: 'TLS_CERT_FILE' },
    ...{ WEBHOOK_RETRY_BASEMS: 'WEBHOOK_RETRY_BASE_MS', WEBHOOK_RETRY: undefined },
  }
  assert.equal(Object.fromEntries(Object.keys(meant).map(name => [name, findNearestName(name, known)])), meant)
})

test.run()
