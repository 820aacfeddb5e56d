import { randomUUID } from 'node:crypto'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { readRunningStores } from '#embedded/running-stores.ts'
import { client, until } from '../harness/client.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { figure, median, percentile, round, timed } from './figures.ts'
import { spawnService } from './spawned-service.ts'

/**
 * How long `GET /audit/refunds/{id}` takes, one at a time, over HTTP. The floor is what no answer can do without:
 * reading the refund's stream and, because reading is recorded, one append.
 */
export const name = 'audit of a refund'

const REFUNDS = 30
const ANSWERS = 500
const P95 = 0.95

export async function bench(): Promise<void> {
  const service = await spawnService({ SANDBOX_SPEED: '1000', REFUND_CANCEL_WINDOW_MS: '50' })
  const { eventStoreUrl } = readRunningStores(service.environment.DATA_DIR!) ?? {}
  const store = connectEventStore(eventStoreUrl!)
  try {
    const bank = client(service.url, service.token)
    const ids: string[] = []
    for (let made = 0; made < REFUNDS; made += 1) ids.push(await refunded(bank))
    const idOf = (index: number) => ids[index % REFUNDS]!
    const metadata = (await store.read(`refund-${ids[0]}`))[0]!.metadata
    const bare = await timed(ANSWERS, 1, async index => {
      await store.read(`refund-${idOf(index)}`)
      const event = { id: randomUUID(), type: 'Read', data: {}, metadata }
      await store.append(`bench-${randomUUID()}`, 'no_stream', [event])
    })
    const answered = await timed(ANSWERS, 1, index => bank.get(`/audit/refunds/${idOf(index)}`))
    for (const [what, { each }] of Object.entries({
      'a read and an append alone, p95 ms (floor)': bare,
      'the answer, p95 ms': answered,
    }))
      figure(what, round(percentile(each, P95), 1), `p50 ${round(median(each), 1)}`)
  } finally {
    await store.close()
    await service.stop()
  }
}

async function refunded(bank: ReturnType<typeof client>): Promise<string> {
  const transaction = transactionOf(20)
  await bank.post('/transactions', transaction)
  const { body } = await bank.requestRefund(refundOf(transaction, 20))
  const { refund_id } = body
  await until(
    () => bank.get(`/refund/${refund_id}`),
    answer => answer.body.status === 'completed',
  )
  return refund_id
}
