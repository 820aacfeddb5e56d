import { Gauge } from 'prom-client'
import type { Service } from '#service.ts'
import type { StreamDefinition } from './streams.ts'
import type { WaitingMessages } from './waiting-messages.ts'

/** Clients with a series of their own; all others share one. */
const CLIENTS_MAX = 20
export const OTHER_CLIENTS = '_others'

/** A stream of the bus, as it was found. `bytesMax`: its configured limit. */
export type StreamSize = { name: string; messages: number; bytes: number; bytesMax: number }

export function createStreamMetrics({ metrics, now }: Pick<Service, 'metrics' | 'now'>) {
  let oldestAt: number | null = null
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [metrics] })
  const messages = gauge('bus_stream_messages', 'Messages in a stream of the bus', 'stream')
  const bytes = gauge('bus_stream_bytes', 'Size of a stream of the bus', 'stream')
  const bytesMax = gauge('bus_stream_bytes_max', 'Size that a stream of the bus may have', 'stream')
  const unusable = gauge(
    'bus_stream_unusable',
    '1 when a stream is missing, or is not used because it differs',
    'stream',
  )
  const waiting = gauge(
    'bus_in_waiting_messages',
    `Messages of a client that wait; of ${CLIENTS_MAX} clients at most, then of all others`,
    'client_id',
  )
  const unread = gauge('bus_out_unread_messages', 'Public events that a reader has not acknowledged', 'reader')
  const fullest = gauge(
    'bus_in_fullest_ratio',
    'Largest number of messages of one client and kind that wait, to BUS_IN_WAITING',
  )
  const paused = gauge('bus_in_paused', '1 while taking messages is paused')
  new Gauge({
    name: 'bus_in_oldest_waiting_seconds',
    help: 'Age of the oldest message that waits, without the time of a pause',
    registers: [metrics],
    // It grows also while the broker does not answer.
    collect() {
      this.set(oldestAt === null ? 0 : Math.max(0, now().getTime() - oldestAt) / 1_000)
    },
  })

  return {
    show(wanted: readonly StreamDefinition[], found: readonly StreamSize[]): void {
      for (const { name } of wanted) unusable.set({ stream: name }, found.some(stream => stream.name === name) ? 0 : 1)
      for (const { name, ...size } of found) {
        messages.set({ stream: name }, size.messages)
        bytes.set({ stream: name }, size.bytes)
        bytesMax.set({ stream: name }, size.bytesMax)
      }
    },
    showPaused: (isPaused: boolean) => paused.set(isPaused ? 1 : 0),
    showUnread(readers: ReadonlyMap<string, number>): void {
      unread.reset()
      for (const [reader, messages] of readers) unread.set({ reader }, messages)
    },
    showWaiting({ clients, queues, ...rest }: WaitingMessages, waitingMax: number): void {
      waiting.reset()
      for (const { client_id, messages } of clients.slice(0, CLIENTS_MAX)) waiting.set({ client_id }, messages)
      const others = clients.slice(CLIENTS_MAX).reduce((sum, { messages }) => sum + messages, 0)
      waiting.set({ client_id: OTHER_CLIENTS }, others)
      fullest.set((queues[0]?.messages ?? 0) / waitingMax)
      oldestAt = rest.oldestAt
    },
  }
}
