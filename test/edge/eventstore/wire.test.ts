import { randomUUID } from 'node:crypto'
import {
  type AllStreamSubscription,
  binaryEvent,
  END,
  START,
  type StreamSubscription,
  streamNameFilter,
} from '@eventstore/db-client'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { credentials } from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import { readWriteOptions } from '#embedded/eventstore/protocol/requests.ts'
import { fieldSize, varintSize, WireReader, WireWriter } from '#embedded/eventstore/wire.ts'
import { suite } from '../../harness/suite.ts'
import { append, connect, event, events, ids, read, sleep, startTestNode, until } from './harness.ts'

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

/** Milliseconds as a field with a Timestamp or a Duration, which look alike. */
function deadlineOption(field: number, milliseconds: number): Buffer {
  const seconds = Math.floor(milliseconds / 1000)
  const nanos = (milliseconds % 1000) * 1_000_000
  const size = 1 + varintSize(seconds) + 1 + varintSize(nanos)
  return new WireWriter(fieldSize(size)).open(field, size).number(1, seconds).number(2, nanos).finish()
}

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

type Part = { stream?: string; events?: streamsPb.BatchAppendReq.ProposedMessage[]; final?: boolean; deadline?: number }

function part(correlationId: string, { stream, events = [], final = false, deadline }: Part): streamsPb.BatchAppendReq {
  const message = new streamsPb.BatchAppendReq()
  message.setCorrelationId(uuid(correlationId))
  message.setProposedMessagesList(events)
  message.setIsFinal(final)
  if (stream === undefined) return message
  const options = streamsPb.BatchAppendReq.Options.deserializeBinary(
    deadline === undefined ? new Uint8Array() : deadlineOption(6, deadline),
  )
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

test('an append waits for its last part until its deadline, and never longer than the node does', async () => {
  const { call, answers } = openCall()
  const [short, long, over] = [randomUUID(), randomUUID(), randomUUID()]
  const started = Date.now()
  call.write(part(long, { stream: 'long', deadline: started + 60_000 }))
  call.write(part(short, { stream: 'short', deadline: started + 50 }))
  call.write(part(over, { stream: 'over', events: [proposed(randomUUID())], final: true, deadline: started - 1 }))
  await until('the short one and the long one', () => answers.has(short) && answers.has(long))
  const inOrder = [...answers.keys()].filter(id => id !== over)
  assert.equal(inOrder, [short, long])
  assert.equal(
    [short, long, over].map(id => answers.get(id)),
    ['Timeout', 'Timeout', 'Timeout'],
  )
  assert.is(await read(client, 'over'), 'stream-not-found')
  call.cancel()
})

test('a deadline is a time, or a duration that the node supports', () => {
  const deadlineOf = (field: number, ms: number) => readWriteOptions(new WireReader(deadlineOption(field, ms))).deadline
  const now = Date.now()
  assert.is(deadlineOf(6, now), now)
  assert.ok(deadlineOf(7, 1500)! >= now + 1500)
  assert.ok(deadlineOf(7, 1500)! <= Date.now() + 1500)
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

test('a subscription shows what a read shows, and says once that it has caught up, after a checkpoint when it filters', async () => {
  const stream = randomUUID()
  await client.appendToStream(stream, events(3))
  await client.setStreamMetadata(stream, { maxCount: 1 })
  const heard: string[] = []
  const follow = (subscription: StreamSubscription | AllStreamSubscription) => {
    subscription.on('data', ({ event }: { event?: { revision: bigint } }) => heard.push(`event ${event?.revision}`))
    subscription.on('caughtUp', () => heard.push('caught up'))
    return subscription
  }
  const one = follow(client.subscribeToStream(stream, { fromRevision: START }))
  await until('it to catch up', () => heard.length > 1)
  await client.appendToStream(stream, event())
  await until('the next event', () => heard.length > 2)
  await client.appendToStream(stream, event())
  await until('the one after it', () => heard.length > 3)
  assert.equal(heard.splice(0), ['event 2', 'caught up', 'event 3', 'event 4'])
  await one.unsubscribe()
  const checkpointReached = () => void heard.push('checkpoint')
  const filter = streamNameFilter({ prefixes: [stream], checkpointReached })
  const other = follow(client.subscribeToAll({ fromPosition: END, filter }))
  await until('it to catch up', () => heard.includes('caught up'))
  await client.appendToStream(stream, event())
  await until('the next event', () => heard.length > 2)
  assert.equal(heard, ['checkpoint', 'caught up', 'event 5'])
  await other.unsubscribe()
})

test('large events that a filter wants all come, page after page', async () => {
  const stream = randomUUID()
  const written = Array.from({ length: 4 }, () => event('x'.repeat(700_000)))
  for (const one of written) await client.appendToStream(stream, one)
  const seen: (string | undefined)[] = []
  const filter = streamNameFilter({ prefixes: [stream] })
  const subscription = client.subscribeToAll({ fromPosition: START, filter })
  subscription.on('data', resolved => seen.push(resolved.event?.id))
  await new Promise(resolve => subscription.once('caughtUp', () => resolve(undefined)))
  await subscription.unsubscribe()
  assert.equal(
    seen,
    written.map(({ id }) => id),
  )
})

test('without an expected revision ids count in their own stream and in their order', async () => {
  const [stream, other] = [randomUUID(), randomUUID()]
  const [a, b, c] = events(3) as [ReturnType<typeof event>, ReturnType<typeof event>, ReturnType<typeof event>]
  assert.is(await append(client, stream, [a, b]), 'stored 1')
  assert.is(await append(client, stream, [a, b]), 'stored 1')
  assert.is(await append(client, stream, [a, c]), 'wrong 1')
  assert.is(await append(client, stream, [b, a]), 'wrong 1')
  assert.is(await append(client, other, a), 'stored 0')
  assert.equal([await ids(client, stream), await ids(client, other)], [[a.id, b.id], [a.id]])
})

test('a link resolves to the event it names, as long as that can be read in its own stream', async () => {
  const follow = async (target: string): Promise<string | undefined> => {
    const link = binaryEvent({ type: '$>', data: Buffer.from(target) })
    const links = randomUUID()
    await client.appendToStream(links, link)
    const found: (string | undefined)[] = []
    for await (const resolved of client.readStream(links, { resolveLinkTos: true })) {
      assert.is(resolved.link?.id, link.id)
      found.push(resolved.event?.id)
    }
    assert.is(found.length, 1)
    return found[0]
  }
  const stream = randomUUID()
  const written = events(3)
  await client.appendToStream(stream, written)
  assert.is(await follow(`1@${stream}`), written[1]!.id)
  assert.is(await follow(`3@${stream}`), undefined)
  assert.is(await follow(`0@${randomUUID()}`), undefined)
  await client.setStreamMetadata(stream, { truncateBefore: 1 })
  assert.is(await follow(`0@${stream}`), undefined)
  assert.is(await follow(`1@${stream}`), written[1]!.id)
  await client.setStreamMetadata(stream, { maxCount: 1 })
  assert.is(await follow(`1@${stream}`), undefined)
  assert.is(await follow(`2@${stream}`), written[2]!.id)
  await client.setStreamMetadata(stream, { maxAge: 1 })
  await sleep(1100)
  assert.is(await follow(`2@${stream}`), undefined)
  await client.setStreamMetadata(stream, {})
  assert.is(await follow(`2@${stream}`), written[2]!.id)
  await client.deleteStream(stream)
  assert.is(await follow(`2@${stream}`), undefined)
  await client.tombstoneStream(stream)
  assert.is(await follow(`2@${stream}`), undefined)
})

test.run()
