import { varintSize, WireWriter } from '#embedded/eventstore/wire.ts'
import type { Consumer } from './consumer.ts'
import type { Group } from './group.ts'
import { ALL, type GroupSettings } from './settings.ts'

/** SubscriptionInfo and its ConnectionInfo, as bytes: what an operator sees of a group. */

type Field = [field: number, value: number | string | Buffer]

function encodeInfo(group: Group): Buffer {
  const { settings, key, consumers, deliveries, state } = group
  const { sinceLast, perSecond } = deliveries.measurements.look()
  return message([
    [1, key.source],
    [2, key.group],
    [3, state.live ? 'Live' : 'Behind'],
    ...consumers.map((consumer): Field => [4, encodeConnection(consumer, settings)]),
    [5, perSecond],
    [6, deliveries.measurements.total],
    [7, sinceLast],
    [8, state.checkpoint],
    [9, state.lastKnown],
    [10, Number(settings.resolveLinks)],
    [11, startFrom(key.source, settings)],
    [12, settings.messageTimeoutMs],
    [13, Number(settings.extraStatistics)],
    [14, settings.maxRetryCount],
    [15, settings.liveBufferSize],
    [16, settings.historyBufferSize],
    [17, settings.readBatchSize],
    [18, settings.checkpointAfterMs],
    [19, settings.minCheckpointCount],
    [20, settings.maxCheckpointCount],
    [21, state.ready],
    [22, 0],
    [23, state.retries],
    [24, state.inFlight],
    [25, state.outstanding],
    [26, settings.strategy],
    [27, settings.maxSubscriberCount],
    [28, state.parked],
  ])
}

function encodeConnection(consumer: Consumer, { extraStatistics }: GroupSettings): Buffer {
  const { sinceLast, perSecond } = consumer.measurements.look()
  const measured = extraStatistics ? consumer.measurements.percentiles() : []
  return message([
    [1, consumer.from],
    [2, consumer.username],
    [3, perSecond],
    [4, consumer.measurements.total],
    [5, sinceLast],
    ...measured.map(
      ([name, milliseconds]): Field => [
        6,
        message([
          [1, name],
          [2, milliseconds],
        ]),
      ],
    ),
    [7, consumer.bufferSize - consumer.inFlight],
    [8, consumer.inFlight],
    [9, consumer.connectionName],
  ])
}

/** "The end" is -1, the start 0; positions are written like C:10/P:10. */
function startFrom(source: string, { startFrom: from }: GroupSettings): string {
  const place = from === 'start' ? 0 : from === 'end' ? -1 : from
  return source === ALL ? `C:${place}/P:${place}` : String(place)
}

/** GetInfoResp { subscription_info = 1 }, ListResp { subscriptions = 1 }. */
export function encodeInfos(groups: readonly Group[]): Buffer {
  return message(groups.map((group): Field => [1, encodeInfo(group)]))
}

/** Tags of fields above 15 take two bytes, which the fast writer does not know; nothing here is called often. */
function message(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([field, value]) => {
      if (typeof value === 'number') return [varint(field * 8), varint(value)]
      const bytes = typeof value === 'string' ? Buffer.from(value) : value
      return [varint(field * 8 + 2), varint(bytes.length), bytes]
    }),
  )
}

function varint(value: number): Buffer {
  // A number field of the writer is one tag byte and the varint; only the varint is wanted.
  return new WireWriter(1 + varintSize(value)).number(1, value).finish().subarray(1)
}
