import type { BusOperation } from '#http/asyncapi/bus-operation.ts'
import { LogCheckpoint } from './checkpoints/checkpoint.ts'
import { CHECKPOINT_STREAM, CHECKPOINT_SUBJECT } from './checkpoints/nats-sink.ts'

export const checkpointCopies: readonly BusOperation[] = [
  {
    id: 'copyCheckpoint',
    subject: CHECKPOINT_SUBJECT,
    action: 'send',
    summary: 'A signed checkpoint of the event store',
    description: `Kept in the JetStream stream \`${CHECKPOINT_STREAM}\`, which accepts no deletion. Each checkpoint is there once, in order, as the line that the other copies have. Auditors read the stream from its first message.`,
    message: {
      name: 'LogCheckpoint',
      summary: 'How many events and streams there were, signed',
      schema: LogCheckpoint,
      example: {
        format: 'security-service checkpoint 1',
        number: 1,
        at: '2026-11-01T12:00:00.000Z',
        events: 4_711,
        streams: 815,
        position: '1048576',
        head: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
        previous: null,
        key_id: 'audit-2026',
        signature: 'Zm9yIHNob3csIG5vdCBhIHNpZ25hdHVyZQ',
      },
    },
  },
]
