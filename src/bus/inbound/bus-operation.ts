import { INBOUND_SUBJECT } from '#bus/streams.ts'
import type { BusOperation } from '#http/asyncapi/bus-operation.ts'
import type { InboundKind } from './inbound-kind.ts'
import { Envelope, MESSAGE_BYTES_MAX } from './queued-message.ts'

const TAKEN = `Publish it with JetStream: the acknowledgement means that the stream \`SECURITY_IN\` keeps the message, not yet that it is taken; it arrives only with the inbox prefix of your login. Set no \`Nats-Msg-Id\`; the \`id\` in the message makes repeats harmless. At most ${MESSAGE_BYTES_MAX / 1_024} KiB. A refused message is in the stream \`SECURITY_DEAD\`, with the reason. Needs \`BUS=in\`.`

/** For the AsyncAPI document. */
export function inboundOperation({ kind, name, summary, description, schema, example }: InboundKind): BusOperation {
  return {
    id: `take${name}`,
    subject: `${INBOUND_SUBJECT}.{client_id}.${kind}`,
    action: 'receive',
    summary,
    description: `${description} ${TAKEN}`,
    message: {
      name,
      summary,
      schema: Envelope.extend({ data: schema.describe('What the message is about.') }),
      example: { id: 'msg_1', time: '2026-11-01T12:00:00Z', data: example },
    },
  }
}
