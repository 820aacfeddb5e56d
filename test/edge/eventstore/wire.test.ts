import { randomUUID } from 'node:crypto'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { credentials } from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import { suite } from '../../harness/suite.ts'
import { append, connect, event, ids, read, startTestNode, until } from './harness.ts'

/** Messages that the protocol allows and the client does not send by itself, or not at this moment. */

const test = suite('event store messages')

const node = await startTestNode()
const client = connect(node.url)
const raw = new StreamsClient(/\/\/([^?]+)/.exec(node.url)![1]!, credentials.createInsecure())

/** A real server's limit on a write, which holds where the caller sets none. */
const WRITE_TIMEOUT_MS = 2000

test.after(async () => {
  raw.close()
  await client.dispose()
  await node.dispose()
})

/** A batch append call, and the word of each answer by correlation id. */
function openCall() {
  const answers = new Map<string, string>()
  const call = raw.batchAppend()
  call.on('error', error => answers.set('the call', error.message))
  call.on('data', (answer: streamsPb.BatchAppendResp) => {
    const word = answer.hasError()
      ? (answer.getError()?.getDetails()?.getTypeName().split('.').at(-1) ?? 'no details')
      : `stored ${answer.getSuccess()?.getCurrentRevision()}`
    answers.set(answer.getCorrelationId()?.getString() ?? '', word)
  })
  return { call, answers }
}

function uuid(id: string): sharedPb.UUID {
  const message = new sharedPb.UUID()
  message.setString(id)
  return message
}

function proposed(id: string, contentType = 'application/json', data = '{}'): streamsPb.BatchAppendReq.ProposedMessage {
  const message = new streamsPb.BatchAppendReq.ProposedMessage()
  message.setId(uuid(id))
  message.getMetadataMap().set('type', 'T').set('content-type', contentType)
  message.setData(Buffer.from(data).toString('base64'))
  return message
}

type Part = { stream?: string; events?: streamsPb.BatchAppendReq.ProposedMessage[]; final?: boolean }

function part(correlationId: string, { stream, events = [], final = false }: Part): streamsPb.BatchAppendReq {
  const message = new streamsPb.BatchAppendReq()
  message.setCorrelationId(uuid(correlationId))
  message.setProposedMessagesList(events)
  message.setIsFinal(final)
  if (stream === undefined) return message
  const options = new streamsPb.BatchAppendReq.Options()
  const identifier = new sharedPb.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream).toString('base64'))
  options.setStreamIdentifier(identifier)
  message.setOptions(options)
  return message
}

test('an append whose first part has no events, with another one between its parts, is stored whole', async () => {
  const { call, answers } = openCall()
  const [one, other, a, b] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  call.write(part(one, { stream: 'parts' }))
  call.write(part(other, { stream: 'between', events: [proposed(randomUUID())], final: true }))
  call.write(part(one, { events: [proposed(a)] }))
  await until('the one between', () => answers.get(other) === 'stored 0')
  assert.is(await read(client, 'parts'), 'stream-not-found', 'nothing of an append shows before its last part')
  call.write(part(one, { events: [proposed(b)], final: true }))
  await until('the answer', () => answers.has(one))
  assert.is(answers.get(one), 'stored 1')
  assert.equal(await ids(client, 'parts'), [a, b])
  call.cancel()
})

test('a part that comes after the deadline changes nothing, and the call goes on', async () => {
  const { call, answers } = openCall()
  const [late, next] = [randomUUID(), randomUUID()]
  const started = Date.now()
  call.write(part(late, { stream: 'late', events: [proposed(randomUUID())] }))
  await until('the time-out', () => answers.has(late))
  assert.is(answers.get(late), 'Timeout')
  assert.ok(Date.now() - started >= WRITE_TIMEOUT_MS - 50)
  call.write(part(late, { events: [proposed(randomUUID())], final: true }))
  call.write(part(next, { stream: 'next', events: [proposed(randomUUID())], final: true }))
  await until('the next answer', () => answers.has(next))
  assert.is(answers.get(next), 'stored 0')
  assert.is(await read(client, 'late'), 'stream-not-found')
  call.cancel()
})

test('half an append is forgotten with its call', async () => {
  const { call } = openCall()
  call.write(part(randomUUID(), { stream: 'half', events: [proposed(randomUUID())] }))
  await append(client, 'meanwhile', event())
  call.cancel()
  assert.is(await append(client, 'half', event(), 'no_stream'), 'stored 0')
})

test('more events in one message than a call has room for arguments do not end the node', async () => {
  const { call, answers } = openCall()
  const one = randomUUID()
  const nothing = new streamsPb.BatchAppendReq.ProposedMessage()
  call.write(part(one, { stream: 'many', events: Array(300_000).fill(nothing), final: true }))
  await until('the answer', () => answers.size > 0)
  assert.is(answers.get(one), 'BadRequest')
  assert.is(await append(client, 'after', event()), 'stored 0')
  call.cancel()
})

test('what is called JSON and is not comes back as it was', async () => {
  const { call, answers } = openCall()
  const one = randomUUID()
  call.write(
    part(one, { stream: 'mislabelled', events: [proposed(randomUUID(), 'application/json', '{"a":')], final: true }),
  )
  await until('the answer', () => answers.has(one))
  assert.is(answers.get(one), 'stored 0')
  const found = await read(client, 'mislabelled')
  if (typeof found === 'string') throw new Error(found)
  assert.is(found[0]?.event?.isJson, true)
  assert.is(found[0]?.event?.data as unknown, '{"a":')
  call.cancel()
})

test.run()
