import type { Config } from '#config/config.ts'
import type { StreamSize } from './stream-metrics.ts'
import { DEAD_STREAM, INBOUND_STREAM, OUTBOUND_STREAM } from './streams.ts'
import type { WaitingMessages } from './waiting-messages.ts'

/** From here on a limit is near. */
const NEAR = 0.8
const CLIENTS_NAMED_MAX = 3

const VARIABLE: Record<string, string> = {
  [INBOUND_STREAM]: 'BUS_IN_BYTES',
  [OUTBOUND_STREAM]: 'BUS_OUT_BYTES',
  [DEAD_STREAM]: 'BUS_DEAD_BYTES',
}

/** Older servers lack limits per subject; on replicated streams their check of the expected sequence has errors. */
export function versionNotes(version: string, { NATS_REPLICAS }: Pick<Config, 'NATS_REPLICAS'>): string[] {
  if (isBelow(version, 2, 9)) return [`NATS ${version} is too old: the bus needs 2.9`]
  if (NATS_REPLICAS > 1 && isBelow(version, 2, 11))
    return [`NATS ${version} is too old for NATS_REPLICAS=${NATS_REPLICAS}, which needs 2.11`]
  return []
}

function isBelow(version: string, major: number, minor: number): boolean {
  const [actualMajor = 0, actualMinor = 0] = version.split('.').map(Number)
  return actualMajor < major || (actualMajor === major && actualMinor < minor)
}

export function sizeNotes(found: readonly StreamSize[]): string[] {
  return found.flatMap(({ name, bytes, bytesMax }) =>
    bytes < NEAR * bytesMax ? [] : [`the stream ${name} is nearly as large as ${VARIABLE[name]} allows`],
  )
}

export function waitingNotes({ queues }: WaitingMessages, waitingMax: number): string[] {
  const near = queues.filter(({ messages }) => messages >= NEAR * waitingMax)
  if (near.length === 0) return []
  const clients = [...new Set(near.map(({ client_id }) => client_id))].slice(0, CLIENTS_NAMED_MAX)
  return [`as many messages wait as BUS_IN_WAITING allows, or nearly, of ${clients.join(', ')}`]
}
