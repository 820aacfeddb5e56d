import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js'
import { encodeConfirmation } from '#embedded/eventstore/protocol/encode.ts'
import { invalidArgument, toRefusal } from '#embedded/eventstore/protocol/errors.ts'
import { method } from '#embedded/eventstore/protocol/method.ts'
import { Outlet } from '#embedded/eventstore/protocol/outlet.ts'
import { readStreamName } from '#embedded/eventstore/protocol/requests.ts'
import type { WireReader } from '#embedded/eventstore/wire.ts'
import { Consumer, type ConsumerCall } from './consumer.ts'
import type { Group } from './group.ts'
import { doesNotExist, type Groups, maximumSubscribersReached } from './groups.ts'
import { encodeInfos } from './info.ts'
import { type ConsumerRequest, readConsumerRequest } from './read-request.ts'
import { ALL, type GroupKey, type GroupRequest, readGroupRequest } from './settings.ts'

/** The PersistentSubscriptions service. */

const SERVICE = '/event_store.client.persistent_subscriptions.PersistentSubscriptions'
const UNARY = { requestStream: false, responseStream: false }

export const groupsDefinition = {
  Create: method(`${SERVICE}/Create`, UNARY, readGroupRequest),
  Update: method(`${SERVICE}/Update`, UNARY, readGroupRequest),
  Delete: method(`${SERVICE}/Delete`, UNARY, keyReader(1, 3, 2)),
  GetInfo: method(`${SERVICE}/GetInfo`, UNARY, keyReader(1, 2, 3)),
  ReplayParked: method(`${SERVICE}/ReplayParked`, UNARY, readReplay),
  List: method(`${SERVICE}/List`, UNARY, readList),
  RestartSubsystem: method(`${SERVICE}/RestartSubsystem`, UNARY, () => ({})),
  Read: method(`${SERVICE}/Read`, { requestStream: true, responseStream: true }, readConsumerRequest),
}

type Unary<Request> = (call: ServerUnaryCall<Request, Buffer>, callback: sendUnaryData<Buffer>) => void

/** Name of the caller, for infos. */
type UserOf = (call: ConsumerCall) => string

export function groupsService(groups: Groups, userOf: UserOf) {
  return {
    Create: unary((request: GroupRequest) => groups.create(request)),
    Update: unary((request: GroupRequest) => groups.update(request)),
    Delete: unary((key: GroupKey) => groups.delete(key)),
    GetInfo: unary((key: GroupKey) => encodeInfos([groups.find(key)])),
    ReplayParked: unary(({ stopAt, ...key }: Replay) => groups.find(key).replayParked(stopAt)),
    List: unary(({ source }: Listing) => encodeInfos(listed(groups, source))),
    RestartSubsystem: unary(() => groups.restart()),
    Read: (call: ConsumerCall) => consume(call, groups, userOf),
  }
}

const EMPTY = Buffer.alloc(0)

function unary<Request>(answer: (request: Request) => Promise<void> | Buffer | undefined | void): Unary<Request> {
  const answered = async (request: Request): Promise<Buffer> => (await answer(request)) ?? EMPTY
  return (call, callback) => {
    answered(call.request).then(
      bytes => callback(null, bytes),
      error => callback(toRefusal(error)),
    )
  }
}

function consume(call: ConsumerCall, groups: Groups, userOf: UserOf): void {
  const outlet = new Outlet(call)
  let joined: { group: Group; consumer: Consumer } | undefined
  const leave = (): void => joined?.group.leave(joined.consumer)
  call.on('data', (request: ConsumerRequest) => {
    try {
      if (request.kind === 'join') joined ??= join(request, call, outlet, groups, userOf)
      else if (request.kind === 'ack') joined?.group.ack(joined.consumer, request.ids)
      else joined?.group.nack(joined.consumer, request.ids, request.action, request.reason)
    } catch (error) {
      outlet.fail(toRefusal(error))
    }
  })
  call.on('end', () => {
    leave()
    if (!outlet.isGone) call.end()
  })
  call.on('cancelled', leave)
  call.on('close', leave)
  call.on('error', leave)
}

function join(
  request: Extract<ConsumerRequest, { kind: 'join' }>,
  call: ConsumerCall,
  outlet: Outlet,
  groups: Groups,
  userOf: UserOf,
): { group: Group; consumer: Consumer } {
  const group = groups.find(request)
  const { maxSubscriberCount } = group.settings
  if (maxSubscriberCount > 0 && group.consumers.length >= maxSubscriberCount) throw maximumSubscribersReached(group.key)
  const consumer = new Consumer(call, outlet, request.bufferSize, request.uuids, userOf(call))
  void call.write(encodeConfirmation(outlet.id))
  group.join(consumer)
  return { group, consumer }
}

function listed(groups: Groups, source: string | undefined): readonly Group[] {
  const found = groups.list().filter(group => source === undefined || group.key.source === source)
  if (source !== undefined && found.length === 0) throw doesNotExist({ source, group: '' })
  return found
}

/** { options = 1 } with a stream, `$all` or a group name at these field numbers. */
function keyReader(stream: number, all: number, name: number): (reader: WireReader) => GroupKey {
  return reader => {
    let source = ''
    let group = ''
    const options = optionsOf(reader)
    while (options.next()) {
      if (options.field === stream) source = readStreamName(options.message())
      else if (options.field === all) source = ALL
      else if (options.field === name) group = options.text()
    }
    return { source, group }
  }
}

interface Replay extends GroupKey {
  /** Parked messages with revisions below this one; all of them when undefined. */
  readonly stopAt: number | undefined
}

function readReplay(reader: WireReader): Replay {
  let source = ''
  let group = ''
  let stopAt: number | undefined
  const options = optionsOf(reader)
  while (options.next()) {
    if (options.field === 1) group = options.text()
    else if (options.field === 2) source = readStreamName(options.message())
    else if (options.field === 3) source = ALL
    else if (options.field === 4) stopAt = options.number()
  }
  return { source, group, stopAt }
}

interface Listing {
  /** A stream or `$all`; undefined for the groups of all. */
  readonly source: string | undefined
}

function readList(reader: WireReader): Listing {
  let source: string | undefined
  const options = optionsOf(reader)
  while (options.next()) {
    if (options.field !== 2) continue
    const stream = options.message()
    while (stream.next()) source = stream.field === 1 ? readStreamName(stream.message()) : ALL
  }
  return { source }
}

function optionsOf(reader: WireReader): WireReader {
  while (reader.next()) if (reader.field === 1) return reader.message()
  throw invalidArgument('options are missing')
}
