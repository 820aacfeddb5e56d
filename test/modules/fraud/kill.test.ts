import * as assert from 'uvu/assert'
import { type Client, logIn } from '../../harness/client.ts'
import { killableService } from '../../harness/killable-service.ts'
import { ADMIN } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/**
 * The whole service is killed again and again while transactions are scored; whatever was not answered is asked
 * again.
 */
const test = suite('scoring under kills')

const LIVES = 4
const USERS = 3
const PER_USER = 40
/** Requests at the same time. */
const WORKERS = 8
const KILLED_AFTER_MS = [700, 1_100, 900]

const service = killableService()
const NOW = Date.now()

type Answer = { velocity_check: { transactions_24h: number }; fraud_score: number }
const transactions = Array.from({ length: USERS * PER_USER }, (_, n) => ({
  transaction_id: `tx_${n}`,
  user_id: `user_${n % USERS}`,
  ...{ amount: 10, currency: 'EUR', operation_type: 'payment', merchant: { id: `m_${n % 5}` } },
  timestamp: new Date(NOW).toISOString(),
}))

/** Asks for each that has no answer yet, until the process is gone. */
async function scoreAll(client: Client, answers: Map<string, Answer>): Promise<void> {
  const left = transactions.filter(({ transaction_id }) => !answers.has(transaction_id)).values()
  const worker = async () => {
    for (const transaction of left) {
      const { status, body } = await client.post('/fraud/score/realtime', { transaction })
      if (status === 200) answers.set(transaction.transaction_id, body)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, () => worker().catch(() => undefined)))
}

test('each transaction counts once, regardless of repeated requests', async () => {
  const answers = new Map<string, Answer>()
  let client: Client | undefined
  let killed = 0
  try {
    for (let life = 0; life < LIVES; life += 1) {
      const running = await service.start()
      client = await logIn(running.url, ADMIN.email, ADMIN.password)
      const { child } = running
      const patience = KILLED_AFTER_MS[life]
      if (patience !== undefined) setTimeout(() => child.kill('SIGKILL'), patience)
      await scoreAll(client, answers)
      if (patience === undefined) break
      killed += 1
      await running.gone
    }
    assert.is(killed, KILLED_AFTER_MS.length)
    while (answers.size < transactions.length) await scoreAll(client!, answers)
    for (let user = 0; user < USERS; user += 1) {
      const transaction = { ...transactions[user]!, transaction_id: `last_${user}` }
      const { body } = await client!.post('/fraud/score/realtime', { transaction })
      assert.is(body.velocity_check.transactions_24h, PER_USER + 1, `user ${user}`)
      assert.is(body.velocity_check.amount_24h, 10 * (PER_USER + 1))
    }
    for (const transaction of transactions) {
      const { headers, body } = await client!.post('/fraud/score/realtime', { transaction })
      assert.is(headers.get('idempotent-replayed'), 'true')
      assert.is(body.fraud_score, answers.get(transaction.transaction_id)!.fraud_score)
    }
  } finally {
    await service.stop()
  }
})

test.run()
