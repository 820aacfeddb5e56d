import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { UnreadableLogEvent } from '#event-sourcing/event-store.ts'
import { type ChainedEvent, toChainedEvent } from '#event-sourcing/hash-chain.ts'

/** All fields that a third party needs to compute the hash again. Sealed data stay sealed. */
export type ExportRecord = ChainedEvent & {
  /** Redacted paths, such as `data.beneficiary.account_masked`: only the event's place in the chain can be verified. */
  redacted?: readonly string[]
  /** Earlier events of the stream belong to another client and are left out. */
  resumes?: true
}

export const EXPORT_FIELDS = [
  ...['stream', 'revision', 'event_id', 'type', 'v', 'at', 'actor', 'data', 'request_id', 'correlation_id'],
  ...['causation_id', 'prev_hash', 'hash', 'redacted', 'resumes', 'unreadable'],
] as const

export function toExportRecord(event: Recorded<DomainEvent>, redactedPaths: readonly string[] = []): ExportRecord {
  const { stream, revision, event_id, type, v, at, actor, data, ...link } = toChainedEvent(event)
  const { request_id, correlation_id, causation_id, prev_hash, hash } = link
  const whole = {
    ...{ stream, revision, event_id, type, v, at, actor, data },
    ...{ request_id, correlation_id, causation_id, prev_hash, hash },
  }
  if (redactedPaths.length === 0) return whole
  const rest = redactedPaths.reduce((of: object, path) => without(of, path.split('.')), whole) as ExportRecord
  return { ...rest, redacted: redactedPaths }
}

/** No event can follow it. */
export function toUnreadableRecord({ stream, revision, id, type, unreadable }: UnreadableLogEvent) {
  return { stream, revision, event_id: id, type, unreadable }
}

function without(of: object, [name = '', ...rest]: string[]): object {
  const members = Object.entries(of).flatMap(([member, value]) => {
    if (member !== name) return [[member, value]]
    if (rest.length === 0) return []
    return [[member, typeof value === 'object' && value !== null ? without(value, rest) : value]]
  })
  return Object.fromEntries(members)
}

/** Printable ASCII, as in the event store; limited because a file may have very many. */
const STREAM = /^[\x21-\x7e]{1,512}$/
const HASH = /^[\da-f]{64}$/

/** Null when it is an export record. */
export function exportRecordProblem(line: Record<string, unknown>): string | null {
  const { stream, revision, actor, data, prev_hash, hash, redacted = [] } = line
  if (typeof stream !== 'string' || !STREAM.test(stream)) return 'it names no stream'
  if (!Number.isSafeInteger(revision) || Number(revision) < 0) return 'it has no revision'
  if ('unreadable' in line) return `it can't be read: ${line.unreadable}`
  if (typeof hash !== 'string' || !HASH.test(hash)) return 'it has no hash'
  if (prev_hash !== null && (typeof prev_hash !== 'string' || !HASH.test(prev_hash))) return 'it has no prev_hash'
  if (!Array.isArray(redacted)) return 'its list of redacted fields is not a list'
  if ('redacted' in line) return null
  return isObject(actor) && isObject(data) ? null : 'it has no actor or no data'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
