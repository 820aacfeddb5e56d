import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { ADMIN, startEdge } from './edge-under-test.ts'

const test = suite('a database that takes no writes')
const edge = await startEdge()
const [instance] = edge.instances
test.after(edge.stop)

test('a standby that a failover left behind is no error of ours: 503 with Retry-After, and nobody comes in', async () => {
  const token = await edge.logIn()
  await edge.db.query(sql.unsafe`alter system set default_transaction_read_only = on`)
  await edge.db.query(sql.unsafe`select pg_reload_conf()`)
  // Sessions notice a change of the configuration before their next statement, once the server has told them.
  await until(
    () => instance!.call('POST', '/api/auth/nonce', { json: {} }),
    ({ status }) => status === 503,
  )
  const user = { email: 'u@bank.example', role: 'auditor', password: 'a good long password' }
  const asked = [
    instance!.call('POST', '/api/auth/login', { json: ADMIN }),
    instance!.call('POST', '/api/auth/nonce', { json: {} }),
    instance!.call('POST', '/admin/users', { token, json: user }),
  ]
  for (const { status, body, headers } of await Promise.all(asked)) {
    assert.equal([status, body.error_code, headers.get('retry-after')], [503, 'SERVICE_UNAVAILABLE', '2'])
  }
  assert.is((await instance!.call('GET', '/api/auth/me', { token })).status, 200)
})

test.run()
