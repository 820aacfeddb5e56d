import * as assert from 'uvu/assert'
import type { StreamItem } from '#client/stream-events.ts'
import type { LiveState } from '#console/live/live-state.ts'
import { createLiveStream } from '#console/live/live-stream.ts'
import { type Client, until } from '../harness/client.ts'
import { recordTransaction } from '../harness/console.ts'
import { type OpenStream, openStream } from '../harness/event-stream.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** The one stream of a browser's console, against a real service. */
const test = suite('console: stream')
const service = await startTestService({ REFUND_CANCEL_WINDOW_MS: '600000' })
const { url } = service
test.after(() => service.end())

const STREAMS_MAX = 100

async function tokenOf(email: string): Promise<string> {
  const { body } = await service.admin.as(null).post('/api/auth/login', { email, password: ADMIN.password })
  return body.access_token
}

async function requestRefund(by: Client): Promise<string> {
  const { transaction_id, user_id } = await recordTransaction(by)
  const { status, body, text } = await by.requestRefund({
    transaction_id,
    refund: { amount: 1, currency: 'EUR', reason: 'confirmed_fraud' },
    beneficiary: { user_id, name: 'Ada Lovelace', account_number: '7000440001', bank_code: 'COBADEFF' },
  })
  assert.is(status, 201, text)
  return body.refund_id
}

function follow(session: { token(): Promise<string | null>; renew(refused: string): Promise<string | null> }) {
  const items: StreamItem[] = []
  const states: LiveState[] = []
  const stream = createLiveStream({
    url,
    session,
    onItem: item => items.push(item),
    onState: state => states.push(state),
    times: { lostMs: 200 },
  })
  const refunds = () => items.flatMap(item => (item.type === 'event' ? [item.event.data.refund_id] : []))
  return { stream, items, states, refunds }
}

const untilIs = (states: readonly LiveState[], is: LiveState['is']) =>
  until(
    async () => states.at(-1)?.is,
    now => now === is,
  )

test('it begins with a reset, renews its token, and goes on where it was when it is wanted again', async () => {
  const token = await tokenOf(ADMIN.email)
  let renewals = 0
  const { stream, items, states, refunds } = follow({
    token: async () => `${token.slice(0, -4)}AAAA`,
    async renew() {
      renewals += 1
      return token
    },
  })
  stream.want(true)
  await untilIs(states, 'live')
  assert.is(renewals, 1)
  assert.equal(
    items.map(({ type }) => type),
    ['reset'],
    'pages read once more what happened before it began',
  )
  const first = await requestRefund(service.admin)
  await until(
    async () => refunds(),
    ids => ids.length === 1,
  )
  stream.want(false)
  assert.is(states.at(-1)?.is, 'off')
  const second = await requestRefund(service.admin)
  stream.want(true)
  await until(
    async () => refunds(),
    ids => ids.length === 2,
  )
  assert.equal(refunds(), [first, second])
  assert.is(items.filter(({ type }) => type === 'reset').length, 1)
  stream.want(false)
  stream.forget()
  stream.want(true)
  await until(
    async () => items.filter(({ type }) => type === 'reset').length,
    count => count === 2,
  )
  assert.is(refunds().length, 2)
  stream.want(false)
})

test('where the service has no place for one more it is lost, since when it was refused', async () => {
  const bank = await service.newClient()
  const { body: me } = await bank.get('/api/auth/me')
  const token = await tokenOf(me.email)
  const taken: OpenStream[] = []
  for (let count = 0; count < STREAMS_MAX; count += 1) taken.push(await openStream(url, token))
  const { stream, items, states } = follow({ token: async () => token, renew: async () => null })
  const beforeMs = Date.now()
  stream.want(true)
  await untilIs(states, 'lost')
  const [state] = states
  assert.ok(state?.is === 'lost' && state.sinceMs >= beforeMs && state.sinceMs <= Date.now())
  assert.equal(items, [])
  stream.want(false)
  for (const open of taken) open.close()
})

test.run()
