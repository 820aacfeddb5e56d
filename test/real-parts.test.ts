import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { contractSuite } from './edge/eventstore/contract.suite.ts'
import { until } from './harness/client.ts'
import { eventStoreContainer, natsContainer, postgresContainer, whyNoContainers } from './harness/containers.ts'
import { startPaymentGateway } from './harness/payment-gateway.ts'
import { refundOf, transactionOf } from './harness/samples.ts'
import { startTestService } from './harness/service.ts'
import { suite } from './harness/suite.ts'

/**
 * The contract suite and the walk once more, on EventStoreDB, PostgreSQL and NATS in containers, where a Docker
 * engine has them.
 */
const test = suite('real parts')

const END_AFTER_MS = 500
const whyNot = await whyNoContainers()
if (whyNot === undefined) {
  const [eventStore, postgres, nats] = await Promise.all([eventStoreContainer(), postgresContainer(), natsContainer()])
  const client = EventStoreDBClient.connectionString(eventStore.url)
  contractSuite({ name: 'server in a container', client, dispose: () => client.dispose() })

  test('the walk', async () => {
    const ca = await temporaryCa()
    const caFile = join(mkdtempSync(join(tmpdir(), 'ca-')), 'ca.pem')
    writeFileSync(caFile, ca.caPem)
    const receiver = await startReceiver(ca)
    const gateway = await startPaymentGateway(nats.url)
    const service = await startTestService({
      EVENTSTORE_URL: eventStore.url,
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      PAYMENT_NETWORK: 'nats',
      WEBHOOK_CA_FILE: caFile,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    })
    try {
      const { admin } = service
      const transaction = transactionOf(50)
      await admin.post('/transactions', transaction)
      const { body: webhook } = await admin.post('/webhooks', { url: receiver.url, events: ['refund.*'] })
      receiver.useSecret(webhook.secret)
      const { body: refund } = await admin.requestRefund(refundOf(transaction, 50))
      await until(
        () => admin.get(`/refund/${refund.refund_id}`),
        ({ body }) => body.status === 'completed',
        30_000,
      )
      const delivery = await receiver.waitFor('refund.completed', 30_000)
      assert.ok(delivery.verified)
      const audit = await until(
        () => admin.get(`/audit/refunds/${refund.refund_id}`),
        ({ body }) => body.history.length === 3,
        30_000,
      )
      assert.is(audit.body.chain.intact, true)
    } finally {
      await service.end()
      await gateway.stop()
      await receiver.close()
    }
  })
  test.after(async () => {
    await Promise.all([eventStore.stop(), postgres.stop(), nats.stop()])
  })
} else {
  console.log(`the embedded parts stand in everywhere: ${whyNot}`)
  test('there are no containers here', () => assert.not.equal(whyNot, ''))
  // A download that is still going on would keep the process.
  test.after(() => void setTimeout(() => process.exit(), END_AFTER_MS).unref())
}
test.run()
