import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { createEndpoints } from '#delivery/dispatch/endpoints.ts'
import type { Service } from '#service.ts'
import { suite } from '../harness/suite.ts'

const test = suite('delivery: reading endpoints')

/** The database knows `rows`; `queries` counts what it is asked. */
function endpointsOf(rows: { webhook: string; sealed: string }[]) {
  let queries = 0
  const db = {
    async any() {
      queries += 1
      return rows.map(({ webhook, sealed }) => ({
        webhook,
        client_id: 'clt_1',
        revision: 0,
        status: 'active',
        url: 'https://example.com/hook',
        rate_per_second: null,
        healthy: false,
        secrets: [{ version: 1, sealed, expires_at: null }],
      }))
    },
  }
  const vault = {
    async open(sealed: string) {
      if (sealed === 'broken') throw new Error('sealed with another key')
      return 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ'
    },
  }
  return { ...createEndpoints({ db, vault } as unknown as Service), queries: () => queries }
}

test('endpoints that are needed at the same time are read by one query, not one each', async () => {
  const rows = Array.from({ length: 200 }, () => ({ webhook: randomUUID(), sealed: 'sealed' }))
  const endpoints = endpointsOf(rows)
  const read = await Promise.all(rows.map(({ webhook }) => endpoints.get(webhook)))
  assert.equal(
    read.map(endpoint => endpoint?.webhook),
    rows.map(({ webhook }) => webhook),
  )
  assert.is(endpoints.queries(), 1)
  assert.is(await endpoints.get(randomUUID()), null)
})

test('one that cannot be opened fails alone, and is read again when it is needed again', async () => {
  const [good, bad] = [randomUUID(), randomUUID()]
  const endpoints = endpointsOf([
    { webhook: good, sealed: 'sealed' },
    { webhook: bad, sealed: 'broken' },
  ])
  const failed = (webhook: string) =>
    endpoints.get(webhook).then(
      () => false,
      () => true,
    )
  assert.equal(await Promise.all([failed(bad), failed(good)]), [true, false])
  assert.is(await failed(bad), true)
  assert.is(endpoints.queries(), 2)
})

test.run()
