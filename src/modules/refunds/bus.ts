import type { BusMessage, BusOperation } from '#http/asyncapi/bus-operation.ts'
import {
  Account,
  Availability,
  GATEWAY_SUBJECT,
  Instruction,
  Keyed,
  KeyedReversal,
  KeyedTransfer,
  Recorded,
  Reversal,
  Transfer,
} from '#services/refunds/payments/gateway-contract.ts'

const key = 'rf_01j9zq4k7m8n2p5r6s7t8v9w0x:0'

const transfer: BusMessage = {
  name: 'Transfer',
  summary: 'The state of a transfer',
  schema: Transfer,
  example: { status: 'settling', reference: 'GW-20261101-4711', check_after_ms: 5_000 },
}
const reversal: BusMessage = {
  name: 'Reversal',
  summary: 'The state of a reversal',
  schema: Reversal,
  example: { status: 'completed', reference: 'GW-20261102-0815' },
}
const question: BusMessage = { name: 'Key', summary: 'An instruction by its key', schema: Keyed, example: { key } }
const recorded: BusMessage = {
  name: 'Recorded',
  summary: 'The outcome is recorded',
  schema: Recorded,
  example: { recorded: true },
}

const PLAINTEXT =
  'The message has account numbers in plaintext: use TLS to the broker, and allow the subject to the service and the gateway only.'
const NO_RESPONSE =
  'A reply of another shape, or none in time, counts as no response, which is never an outcome: the service asks again.'

function outcome(of: 'Transfer' | 'Reversal', schema: BusMessage['schema'], example: object): BusOperation {
  const about = of.toLowerCase()
  return {
    id: `take${of}Outcome`,
    subject: `${GATEWAY_SUBJECT}.outcome.${about}`,
    action: 'receive',
    summary: `A later outcome of a ${about}`,
    description:
      "The gateway sends it without a request when it learns an outcome later, such as a returned transfer, and repeats it until the reply comes. One of the service's processes takes it.",
    message: { name: `${of}Outcome`, summary: `The state of a ${about}, with its key`, schema, example },
    reply: recorded,
  }
}

/** What a payment gateway on NATS answers and reports (`PAYMENT_NETWORK=nats`). */
export const gatewayContract: readonly BusOperation[] = [
  {
    id: 'askAvailability',
    subject: `${GATEWAY_SUBJECT}.available`,
    action: 'send',
    summary: 'Can this account be paid now',
    description: `Sent before a refund is accepted; no response within 2 s refuses the refund with REFUND_009. ${PLAINTEXT}`,
    message: {
      name: 'Account',
      summary: 'An account to be paid',
      schema: Account,
      example: { account_number: 'DE89370400440532013000' },
    },
    reply: {
      name: 'Availability',
      summary: 'Whether it can be paid',
      schema: Availability,
      example: { available: true },
    },
  },
  {
    id: 'instructTransfer',
    subject: `${GATEWAY_SUBJECT}.instruct`,
    action: 'send',
    summary: 'Pay a refund',
    description: `The gateway pays a key at most once. ${NO_RESPONSE} The time is 10 s. ${PLAINTEXT}`,
    message: {
      name: 'TransferInstruction',
      summary: 'A transfer to make',
      schema: Instruction,
      example: {
        key,
        amount_minor: 12_550,
        currency: 'EUR',
        beneficiary: {
          name: 'Erika Mustermann',
          account_number: 'DE89370400440532013000',
          bank_code: 'COBADEFFXXX',
        },
        not_after: '2026-11-01T12:00:20.000Z',
      },
    },
    reply: transfer,
  },
  {
    id: 'askTransferStatus',
    subject: `${GATEWAY_SUBJECT}.status`,
    action: 'send',
    summary: 'What became of a transfer',
    description: `${NO_RESPONSE} The time is 5 s.`,
    message: question,
    reply: transfer,
  },
  {
    id: 'requestReversal',
    subject: `${GATEWAY_SUBJECT}.reverse`,
    action: 'send',
    summary: 'Get the money of a succeeded transfer back',
    description: `A key is reversed at most once. ${NO_RESPONSE} The time is 10 s.`,
    message: question,
    reply: reversal,
  },
  {
    id: 'askReversalStatus',
    subject: `${GATEWAY_SUBJECT}.reversal_status`,
    action: 'send',
    summary: 'What became of a reversal',
    description: `${NO_RESPONSE} The time is 5 s.`,
    message: question,
    reply: reversal,
  },
  outcome('Transfer', KeyedTransfer, { key, status: 'succeeded', reference: 'GW-20261101-4711' }),
  outcome('Reversal', KeyedReversal, { key, status: 'completed', reference: 'GW-20261102-0815' }),
]
