import {
  DiscardPolicy,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from 'nats'
import type { Config } from '#config/config.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'

export const INBOUND_STREAM = 'SECURITY_IN'
export const OUTBOUND_STREAM = 'SECURITY_OUT'
export const DEAD_STREAM = 'SECURITY_DEAD'

/** Followed by `.<client_id>.<kind>`. */
export const INBOUND_SUBJECT = 'security.in'
/** Followed by `.<client_id>.<type>`. */
export const OUTBOUND_SUBJECT = 'security.out'
/** Followed by `.<client_id>.<creation of the inbound stream>-<sequence in it>.<kind>`. */
export const DEAD_SUBJECT = 'security.dead'

const NS_PER_MS = 1_000_000
const HOUR_MS = 3_600_000
/**
 * The smallest that the server takes. The ids of messages are one table for the whole stream, in which the id of one
 * client would hide the same id of another; 0 would mean two minutes.
 */
const DUPLICATES_MS_MIN = 100
const DUPLICATES_MS = 120_000

export type StreamDefinition = Partial<StreamConfig> & Pick<StreamConfig, 'name' | 'subjects' | 'retention' | 'discard'>
type StreamSettings = Pick<
  Config,
  | 'NATS_REPLICAS'
  | 'BUS_IN_WAITING'
  | 'BUS_IN_BYTES'
  | 'BUS_OUT_BYTES'
  | 'BUS_DEAD_BYTES'
  | 'BUS_OUT_HOURS'
  | 'BUS_DEAD_DAYS'
>

/** Messages are kept until they are acknowledged. What exceeds a limit is refused to its sender. */
export function inboundStream(config: StreamSettings): StreamDefinition {
  return {
    name: INBOUND_STREAM,
    description: 'Messages of other services to the security service',
    subjects: [`${INBOUND_SUBJECT}.>`],
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
    max_msgs_per_subject: config.BUS_IN_WAITING,
    max_bytes: config.BUS_IN_BYTES,
    duplicate_window: DUPLICATES_MS_MIN * NS_PER_MS,
    ...commonTo(config),
  }
}

export function outboundStream(config: StreamSettings): StreamDefinition {
  return {
    name: OUTBOUND_STREAM,
    description: 'Public events of the security service, in the order of its log',
    subjects: [`${OUTBOUND_SUBJECT}.>`],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_bytes: config.BUS_OUT_BYTES,
    max_age: config.BUS_OUT_HOURS * HOUR_MS * NS_PER_MS,
    duplicate_window: DUPLICATES_MS * NS_PER_MS,
    ...commonTo(config),
  }
}

export function deadStream(config: StreamSettings): StreamDefinition {
  return {
    name: DEAD_STREAM,
    description: 'Messages to the security service that it refused, with the reason',
    subjects: [`${DEAD_SUBJECT}.>`],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_bytes: config.BUS_DEAD_BYTES,
    max_age: config.BUS_DEAD_DAYS * 24 * HOUR_MS * NS_PER_MS,
    duplicate_window: DUPLICATES_MS_MIN * NS_PER_MS,
    ...commonTo(config),
  }
}

const commonTo = ({ NATS_REPLICAS }: StreamSettings) => ({ storage: StorageType.File, num_replicas: NATS_REPLICAS })

/** A stream of that name has another purpose, or was made by hand: it is not used. */
export class StreamMismatch extends Error {
  constructor(name: string, fields: readonly string[]) {
    super(`the stream ${name} of NATS has other ${fields.join(', ')} than this service needs`)
    this.name = 'StreamMismatch'
  }
}

/** What makes a stream another one. All other fields follow the configuration. */
const FIXED = ['subjects', 'retention', 'discard', 'storage'] as const

/** Null where there is none. Throws StreamMismatch. */
export async function findStream(manager: JetStreamManager, wanted: StreamDefinition): Promise<StreamInfo | null> {
  const found = await nullIfMissing(manager.streams.info(wanted.name))
  if (found === null) return null
  const wrong = FIXED.filter(field => differs(found, wanted, field))
  if (wrong.length > 0) throw new StreamMismatch(wanted.name, wrong)
  return found
}

/** Makes the stream, or changes its limits to those that are configured. Throws StreamMismatch. */
export async function ensureStream(manager: JetStreamManager, wanted: StreamDefinition): Promise<StreamInfo> {
  const found = await findStream(manager, wanted)
  if (found === null) return manager.streams.add(wanted)
  const fields = Object.keys(wanted) as (keyof StreamDefinition)[]
  if (!fields.some(field => differs(found, wanted, field))) return found
  return manager.streams.update(wanted.name, { ...found.config, ...wanted })
}

function differs({ config }: StreamInfo, wanted: StreamDefinition, field: keyof StreamDefinition): boolean {
  return JSON.stringify(config[field]) !== JSON.stringify(wanted[field])
}
