import { z } from 'zod'
import { prose } from '#values/prose.ts'
import type { BusMessage, BusOperation } from './bus-operation.ts'

const VERSION = '1.0.0'

const INTRODUCTION = prose(
  'What the service sends to and takes from NATS, where `NATS_URL` is set. Every message is one JSON text in UTF-8.',
  'Operations are seen from the service: it sends what you receive. A reply goes to the reply subject of its request.',
)

const CLIENT = '{client_id}'
const CLIENT_PARAMETER = { client_id: { description: 'The id of your client.' } }

type JsonObject = { [name: string]: unknown }

/** AsyncAPI 3.0 (https://www.asyncapi.com/docs/reference/specification/v3.0.0). */
export function asyncApiDocument(operations: readonly BusOperation[]): JsonObject {
  const messages = operations.flatMap(({ message, reply }) => (reply === undefined ? [message] : [message, reply]))
  const schemas = new Map<string, JsonObject>()
  const described = Object.fromEntries(messages.map(message => [message.name, messageOf(message, schemas)]))
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
    components: { messages: described, schemas: Object.fromEntries(schemas) },
  }
}

function channelsOf({ subject, message, reply }: BusOperation): [name: string, channel: JsonObject][] {
  const parameters = subject.includes(CLIENT) ? { parameters: CLIENT_PARAMETER } : {}
  const channel = {
    address: subject,
    ...parameters,
    messages: { [message.name]: { $ref: `#/components/messages/${message.name}` } },
  }
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
/** In a JSON pointer of a URI, braces are percent-encoded. */
const refTo = (channel: string) => `#/channels/${channel.replace('{', '%7B').replace('}', '%7D')}`

/** Named parts of the payload go into `schemas`. */
function messageOf({ name, summary, schema, example }: BusMessage, schemas: Map<string, JsonObject>): JsonObject {
  // AsyncAPI extends draft 7.
  const {
    $schema: _,
    definitions = {},
    ...payload
  } = withComponentRefs(z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }))
  for (const [part, { $id: __, id: ___, ...definition }] of Object.entries(definitions as Record<string, JsonObject>))
    schemas.set(part, definition)
  return { name, title: name, summary, payload, examples: [{ payload: example }] }
}

function withComponentRefs(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"#/components/schemas/'))
}
