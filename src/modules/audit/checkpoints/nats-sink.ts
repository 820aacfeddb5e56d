import type { JetStreamManager, StreamConfig } from 'nats'
import type { Nats } from '#edge/nats/connect.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import { parseCheckpoint, type StoredCheckpoint } from './checkpoint.ts'
import type { Sink } from './sink.ts'

/** A JetStream stream that forbids deletion. Other keepers of copies read it from the first message. */
export const CHECKPOINT_STREAM = 'AUDIT_CHECKPOINTS'
export const CHECKPOINT_SUBJECT = 'audit.checkpoints'
const STREAM_CONFIG: Partial<StreamConfig> & { name: string } = {
  name: CHECKPOINT_STREAM,
  subjects: [CHECKPOINT_SUBJECT],
  description: 'Signed checkpoints of the event store',
  deny_delete: true,
  deny_purge: true,
}
const RESPONSE_MS_MAX = 5_000

export function natsSink(nats: Nats): Sink {
  /** Of the last message; NATS refuses an append after another one, so that no checkpoint is appended twice. */
  let sequence = 0
  return {
    name: 'NATS',
    async last() {
      const manager = await ensureStream(nats)
      const last = await readLast(manager)
      sequence = last?.sequence ?? 0
      return last?.kept ?? null
    },
    async append(lines) {
      const stream = nats.live().jetstream({ timeout: RESPONSE_MS_MAX })
      for (const line of lines)
        sequence = (await stream.publish(CHECKPOINT_SUBJECT, line, { expect: { lastSequence: sequence } })).seq
    },
  }
}

export async function lastOnNats(nats: Nats): Promise<StoredCheckpoint | null> {
  const manager = await nats.live().jetstreamManager({ timeout: RESPONSE_MS_MAX })
  return (await readLast(manager))?.kept ?? null
}

async function readLast(manager: JetStreamManager): Promise<{ kept: StoredCheckpoint; sequence: number } | null> {
  const message = await nullIfMissing(
    manager.streams.getMessage(CHECKPOINT_STREAM, { last_by_subj: CHECKPOINT_SUBJECT }),
  )
  if (message === null) return null
  const kept = parseCheckpoint(message.string())
  if (kept === null) throw new Error(`the last message of ${CHECKPOINT_STREAM} is not a checkpoint`)
  return { kept, sequence: message.seq }
}

export async function* linesOnNats(nats: Nats): AsyncGenerator<string> {
  const manager = await nats.live().jetstreamManager({ timeout: RESPONSE_MS_MAX })
  const info = await nullIfMissing(manager.streams.info(CHECKPOINT_STREAM))
  const end = info?.state.last_seq ?? 0
  if (end === 0) return
  const consumer = await nats.live().jetstream({ timeout: RESPONSE_MS_MAX }).consumers.get(CHECKPOINT_STREAM)
  const messages = await consumer.consume()
  try {
    for await (const message of messages) {
      yield message.string()
      if (message.seq >= end) return
    }
  } finally {
    await messages.close()
  }
}

async function ensureStream(nats: Nats): Promise<JetStreamManager> {
  const manager = await nats.live().jetstreamManager({ timeout: RESPONSE_MS_MAX })
  if ((await nullIfMissing(manager.streams.info(CHECKPOINT_STREAM))) === null) await manager.streams.add(STREAM_CONFIG)
  return manager
}
