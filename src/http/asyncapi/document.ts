import { z } from 'zod'
import { prose } from '#values/prose.ts'
import type { BusMessage, BusOperation } from './bus-operation.ts'

const VERSION = '1.0.0'

const INTRODUCTION = prose(
  'What the service sends to and takes from NATS, where `NATS_URL` is set. Every message is one JSON text in UTF-8.',
  'Operations are seen from the service: it sends what you receive. A reply goes to the reply subject of its request.',
)

type JsonObject = { [name: string]: unknown }

/** AsyncAPI 3.0 (https://www.asyncapi.com/docs/reference/specification/v3.0.0). */
export function asyncApiDocument(operations: readonly BusOperation[]): JsonObject {
  const messages = operations.flatMap(({ message, reply }) => (reply === undefined ? [message] : [message, reply]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Security Service on NATS',
      version: VERSION,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(operations.flatMap(channelsOf)),
    operations: Object.fromEntries(operations.map(operation => [operation.id, operationOf(operation)])),
    components: { messages: Object.fromEntries(messages.map(message => [message.name, messageOf(message)])) },
  }
}

function channelsOf({ subject, message, reply }: BusOperation): [name: string, channel: JsonObject][] {
  const channel = { address: subject, messages: { [message.name]: { $ref: `#/components/messages/${message.name}` } } }
  if (reply === undefined) return [[subject, channel]]
  const messages = { [reply.name]: { $ref: `#/components/messages/${reply.name}` } }
  return [
    [subject, channel],
    [replyChannelOf(subject), { description: `The reply subject of \`${subject}\`.`, messages }],
  ]
}

function operationOf({ subject, action, summary, description, message, reply }: BusOperation): JsonObject {
  return {
    action,
    channel: { $ref: refTo(subject) },
    summary,
    description,
    messages: [{ $ref: `${refTo(subject)}/messages/${message.name}` }],
    ...(reply === undefined ? {} : { reply: replyOf(replyChannelOf(subject), reply) }),
  }
}

function replyOf(channel: string, { name }: BusMessage): JsonObject {
  return { channel: { $ref: refTo(channel) }, messages: [{ $ref: `${refTo(channel)}/messages/${name}` }] }
}

const replyChannelOf = (subject: string) => `${subject}.reply`
const refTo = (channel: string) => `#/channels/${channel}`

function messageOf({ name, summary, schema, example }: BusMessage): JsonObject {
  // AsyncAPI extends draft 7.
  const { $schema: _, ...payload } = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' })
  return { name, title: name, summary, payload, examples: [{ payload: example }] }
}
