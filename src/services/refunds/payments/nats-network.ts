import { ErrorCode, type Msg, type NatsConnection, NatsError, type Subscription } from 'nats'
import type { z } from 'zod'
import { type Nats, NatsUnavailable } from '#edge/nats/connect.ts'
import { Availability, GATEWAY_SUBJECT, Keyed, type Recorded, Reversal, Transfer } from './gateway-contract.ts'
import { type NetworkResponse, NetworkUnreachable, type PaymentNetwork } from './payment-network.ts'

/**
 * The payment network behind a gateway on NATS. `/asyncapi.json` has the gateway's contract. Anything outside of it (no
 * reply in time, another shape, no gateway) counts as no response, which is never an outcome.
 */

/** One of the listening processes gets each outcome. */
const QUEUE = 'payment-outcomes'
const INSTRUCT_MS_MAX = 10_000
const STATUS_MS_MAX = 5_000
/** A caller waits for it. */
const AVAILABLE_MS_MAX = 2_000

/**
 * Inboxes of requests, and those that the broker makes for requests from another account. The service may publish where
 * its senders may not, so it answers to nothing else.
 */
const INBOX = /^(_INBOX|_R_)\./

const RECORDED = JSON.stringify({ recorded: true } satisfies z.infer<typeof Recorded>)

type OnOutcome = (key: string, answer: NetworkResponse) => Promise<void>

/** Without a connection requests fail. */
export function createNatsNetwork(nats: Nats): PaymentNetwork {
  let onOutcome: OnOutcome | undefined
  let subscriptions: Subscription[] = []
  let isClosed = false

  async function call<T>(method: string, body: object, reply: z.ZodType<T>, timeout: number): Promise<T> {
    const message = await request(method, body, timeout)
    const parsed = reply.safeParse(message.json())
    if (!parsed.success) throw new Error(`the payment gateway's response to ${method} does not follow the contract`)
    return parsed.data
  }

  async function request(method: string, body: object, timeout: number) {
    try {
      return await nats.live().request(`${GATEWAY_SUBJECT}.${method}`, JSON.stringify(body), { timeout })
    } catch (error) {
      const hasNoResponders = error instanceof NatsError && error.code === ErrorCode.NoResponders
      throw hasNoResponders || error instanceof NatsUnavailable ? new NetworkUnreachable(error) : error
    }
  }

  function subscribe(connection: NatsConnection) {
    if (isClosed) return
    subscriptions = (['transfer', 'reversal'] as const).map(about =>
      connection.subscribe(`${GATEWAY_SUBJECT}.outcome.${about}`, {
        queue: QUEUE,
        callback: (error, message) => {
          if (error === null) void handleOutcome(about, message)
        },
      }),
    )
  }

  async function handleOutcome(about: NetworkResponse['about'], message: Msg) {
    if (message.reply && !INBOX.test(message.reply)) return
    try {
      const payload: unknown = message.json()
      const { key } = Keyed.parse(payload)
      await onOutcome?.(
        key,
        about === 'transfer' ? { about, status: Transfer.parse(payload) } : { about, status: Reversal.parse(payload) },
      )
      message.respond(RECORDED)
    } catch {
      // Without a reply the sender repeats it.
    }
  }

  return {
    async isAvailable(account_number) {
      try {
        return (await call('available', { account_number }, Availability, AVAILABLE_MS_MAX)).available
      } catch {
        return false
      }
    },
    instruct: instruction => call('instruct', instruction, Transfer, INSTRUCT_MS_MAX),
    status: key => call('status', { key }, Transfer, STATUS_MS_MAX),
    reverse: key => call('reverse', { key }, Reversal, INSTRUCT_MS_MAX),
    reversalStatus: key => call('reversal_status', { key }, Reversal, STATUS_MS_MAX),
    listen(handler) {
      if (onOutcome === undefined) nats.whenConnected(subscribe)
      onOutcome = handler
    },
    async close() {
      isClosed = true
      for (const subscription of subscriptions) subscription.unsubscribe()
    },
  }
}
