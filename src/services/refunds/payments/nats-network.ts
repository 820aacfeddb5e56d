import { ErrorCode, type Msg, type NatsConnection, NatsError, type Subscription } from 'nats'
import { z } from 'zod'
import { type Nats, NatsUnavailable } from '#edge/nats/connect.ts'
import { plainText } from '#values/text.ts'
import { FAILURE_REASONS, type NetworkResponse, NetworkUnreachable, type PaymentNetwork } from './payment-network.ts'

/**
 * The payment network behind a gateway on NATS: request and reply, JSON in UTF-8. The contract of the gateway:
 *
 * | subject | request | reply |
 * |---|---|---|
 * | `payments.available` | `{account_number}` | `{available: boolean}` |
 * | `payments.instruct` | the fields of `TransferInstruction` | transfer |
 * | `payments.status` | `{key}` | transfer |
 * | `payments.reverse` | `{key}` | reversal |
 * | `payments.reversal_status` | `{key}` | reversal |
 *
 * - A transfer is a `TransferStatus`, a reversal a `ReversalStatus` (payment-network.ts). `reference` has 1 to 256
 *   characters, none of them a control character.
 * - `key` is `<refund_id>:<attempt>`, at most 128 characters. The gateway pays a key at most once, however often it is
 *   instructed, and answers a repeat with the state of the first.
 * - `amount_minor` is an integer in minor units of `currency` (ISO 4217), at most 10^12.
 * - `not_after` is ISO 8601 UTC. An instruction that is read later must not be executed; the reply is `unknown`, unless
 *   the key is known already. The clocks of both sides agree within 30 s.
 * - Outcomes that the gateway learns later (a returned transfer, a late response) it sends as requests to
 *   `payments.outcome.transfer` or `payments.outcome.reversal`: `{key}` with the fields of a transfer or reversal. It
 *   repeats a request until the reply is `{"recorded": true}`.
 * - Anything else (no reply in time, another shape, no gateway) counts as no response, which is never an outcome.
 *
 * The messages contain account numbers in plaintext: use TLS to the broker, and allow these subjects to the service and
 * the gateway only.
 */
const SUBJECT = 'payments'
/** One of the listening processes gets each outcome. */
const QUEUE = 'payment-outcomes'
const INSTRUCT_MS_MAX = 10_000
const STATUS_MS_MAX = 5_000
/** A caller waits for it. */
const AVAILABLE_MS_MAX = 2_000

const reference = plainText(256)
const check_after_ms = z.number().nonnegative().optional()

const Available = z.object({ available: z.boolean() })
const Transfer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('unknown') }),
  z.object({ status: z.literal('settling'), reference, check_after_ms }),
  z.object({ status: z.literal('succeeded'), reference }),
  z.object({ status: z.literal('rejected'), reference, reason: z.enum(FAILURE_REASONS) }),
])
const Keyed = z.object({ key: plainText(128) })
const RECORDED = JSON.stringify({ recorded: true })
const Reversal = z.discriminatedUnion('status', [
  z.object({ status: z.literal('unknown') }),
  z.object({ status: z.literal('pending'), reference, check_after_ms }),
  z.object({ status: z.enum(['completed', 'failed']), reference }),
])

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
      return await nats.live().request(`${SUBJECT}.${method}`, JSON.stringify(body), { timeout })
    } catch (error) {
      const hasNoResponders = error instanceof NatsError && error.code === ErrorCode.NoResponders
      throw hasNoResponders || error instanceof NatsUnavailable ? new NetworkUnreachable(error) : error
    }
  }

  function subscribe(connection: NatsConnection) {
    if (isClosed) return
    subscriptions = (['transfer', 'reversal'] as const).map(about =>
      connection.subscribe(`${SUBJECT}.outcome.${about}`, {
        queue: QUEUE,
        callback: (error, message) => {
          if (error === null) void handleOutcome(about, message)
        },
      }),
    )
  }

  async function handleOutcome(about: NetworkResponse['about'], message: Msg) {
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
        return (await call('available', { account_number }, Available, AVAILABLE_MS_MAX)).available
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
