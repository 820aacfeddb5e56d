import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'nats'
import { exchange } from '../harness/exchange.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { ADMIN, logInUnlimited } from '../harness/service.ts'
import type { Fleet, FleetMachine } from './fleet.ts'

/** Each machine has a caller: one that hangs delays no other machine's. Together they send three refunds a second. */
const PACE_MS = 900
/** A request is answered within 10 s. */
const ANSWER_MS_MAX = 12_000
const ANSWERED_MS_MAX = 60_000
const SMS_EVERY = 2
const MESSAGE_EVERY_MS = 1_000
const ENDPOINT_EVERY_MS = 10_000
const ENDPOINTS_MAX = 6

/** A request that was not answered with success. `at`: milliseconds of the epoch when it was sent. */
type FailedRequest = { machine: string; what: string; at: number; ms: number; outcome: string }
type Endpoint = { id: string; path: string; at: number }
type RefundTry = { transaction: ReturnType<typeof transactionOf>; key: string }

export type Load = Awaited<ReturnType<typeof startLoad>>

/**
 * Callers behind a load balancer, which knows the readiness of each machine; a module that sends transactions over the
 * bus; and an integrator who adds endpoints. What was not answered is sent again with the same key.
 */
export async function startLoad(fleet: Fleet) {
  const { machines, stores, sink } = fleet
  const api = machines.filter(({ isApi }) => isApi)
  const admin = await logInUnlimited(api[0]!.url)
  const { client_id } = (await admin.get('/api/auth/me')).body
  const { access_token } = (await admin.post('/api/auth/login', ADMIN)).body
  const acknowledged = {
    refunds: new Map<string, string>(),
    /** When a machine answered a refund request, milliseconds of the epoch. */
    refundAnswers: [] as { machine: string; at: number }[],
    transactions: new Set<string>(),
    analyses: new Set<string>(),
    endpoints: [] as Endpoint[],
  }
  const failures: FailedRequest[] = []
  const unanswered: RefundTry[] = []
  const stopping = new AbortController()
  let turn = 0
  const rest = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  function nextMachine(): FleetMachine | undefined {
    const ready = api.filter(machine => machine.isReady())
    turn += 1
    return ready[turn % ready.length]
  }

  /** Returns the body, or null when it was not answered with success. */
  async function send(machine: FleetMachine, path: string, json: object, headers: Record<string, string> = {}) {
    const at = Date.now()
    const fail = (outcome: string) => {
      failures.push({ machine: machine.name, what: path, at, ms: Date.now() - at, outcome })
      return null
    }
    try {
      const { status, body, text } = await exchange(machine.url, 'POST', path, {
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(json),
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      })
      if (status < 300) return body
      // An earlier try may go on for a while.
      return body?.error_code === 'IDEMPOTENCY_IN_PROGRESS' ? null : fail(`${status} ${text.slice(0, 200)}`)
    } catch (error) {
      const { message, cause } = error as Error
      return fail(`${message}, ${(cause as Error | undefined)?.message}`)
    }
  }

  async function refundOnce(machine: FleetMachine): Promise<void> {
    const entry = unanswered.shift() ?? { transaction: transactionOf(10), key: randomUUID() }
    const { transaction, key } = entry
    const recorded = await send(machine, '/transactions', transaction)
    if (recorded === null) return void unanswered.push(entry)
    acknowledged.transactions.add(transaction.transaction_id)
    const refund = await send(machine, '/refund/request', refundOf(transaction, 10), { 'idempotency-key': key })
    if (refund === null) return void unanswered.push(entry)
    acknowledged.refunds.set(refund.refund_id, key)
    acknowledged.refundAnswers.push({ machine: machine.name, at: Date.now() })
  }

  async function analyseOnce(machine: FleetMachine): Promise<void> {
    const message = {
      ...{ sender: '+34600000000', message_content: 'Your parcel waits: https://parcel.example/a' },
      ...{ message_id: randomUUID(), device_id: 'device_1', user_id: 'user_1', platform: 'android' },
    }
    const analysed = await send(machine, '/sms/analyze', message)
    if (analysed !== null) acknowledged.analyses.add(analysed.analysis_id)
  }

  async function call(machine: FleetMachine): Promise<void> {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      if (machine.isReady()) await refundOnce(machine)
      if (machine.isReady() && round % SMS_EVERY === 0) await analyseOnce(machine)
      await rest(PACE_MS)
    }
  }

  async function addEndpoints(): Promise<void> {
    for (let made = 0; made < ENDPOINTS_MAX && !stopping.signal.aborted; ) {
      const machine = nextMachine()
      const path = `/hook/${made}`
      const url = sink.url.replace('/hook', path)
      const endpoint = machine && (await send(machine, '/webhooks', { url, events: ['refund.*'] }))
      if (endpoint) {
        made += 1
        acknowledged.endpoints.push({ id: endpoint.webhook_id, path, at: Date.now() })
      }
      await rest(made === 1 ? PACE_MS : ENDPOINT_EVERY_MS)
    }
  }

  const bus = await connect({ servers: stores.nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 250 })
  async function sendMessages(): Promise<void> {
    const stream = bus.jetstream({ timeout: ANSWER_MS_MAX })
    while (!stopping.signal.aborted) {
      const transaction = transactionOf(20)
      const message = { id: randomUUID(), time: new Date().toISOString(), data: transaction }
      await stream.publish(`security.in.${client_id}.transaction`, JSON.stringify(message)).then(
        () => acknowledged.transactions.add(transaction.transaction_id),
        () => undefined,
      )
      await rest(MESSAGE_EVERY_MS)
    }
  }

  const running = [...api.map(call), addEndpoints(), sendMessages()]
  return {
    ...{ admin, client_id, acknowledged, failures },
    /** How many refunds these machines took in this time. */
    answeredBy: (names: readonly string[], { from, to }: { from: number; to: number }) =>
      acknowledged.refundAnswers.filter(({ machine, at }) => names.includes(machine) && at >= from && at <= to).length,
    /** Ends it when everything was answered. Errors: a request stays without an answer for a minute. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
      await bus.close()
      const deadline = Date.now() + ANSWERED_MS_MAX
      while (unanswered.length > 0) {
        if (Date.now() > deadline) throw new Error(`${unanswered.length} requests have no answer`)
        const machine = nextMachine()
        if (machine === undefined) await delay(PACE_MS)
        else await refundOnce(machine)
      }
    },
  }
}
