import { createHash } from 'node:crypto'
import type { HistoryView } from '#declarations/history-view.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import {
  type EventStore,
  isReadable,
  type LoggedEvent,
  type Position,
  type UnreadableLogEvent,
} from '#event-sourcing/event-store.ts'
import { createLargeMap, type LargeMap } from '#files/large-map.ts'
import { CSV_HEADER, csvLine } from './csv.ts'
import { toExportRecord, toUnreadableRecord } from './export-record.ts'
import { type Encoding, EXPORT_FORMAT, type Manifest, manifestLine, type UnsignedManifest } from './manifest.ts'
import type { AuditSigner } from './signing.ts'
import { streamHeadDigest } from './stream-head-digest.ts'

/** A chunk is handed on when it has about so many characters: enough to keep writes few, and little beside an event of the largest kind. */
const CHUNK_LENGTH = 65_536

export type ExportDeps = {
  store: Pick<EventStore, 'subscribe'>
  signer: AuditSigner
  /** Of every kind of stream that is audited. */
  facts: readonly Pick<HistoryView, 'prefix' | 'plural' | 'owner'>[]
  now(): Date
  /** Finds out what may not be given out, which can take a reading of the log; missing = there is nothing of the kind. */
  loadRedactor?(signal: AbortSignal): Promise<ExportRedactor>
}

export type ExportRedactor = {
  /** Hears of every event, in order, before it is asked of it. */
  observe(event: LoggedEvent | UnreadableLogEvent): void
  /** An event of which nothing is exported, as that of a person who is restricted. */
  isRestricted(event: LoggedEvent | UnreadableLogEvent): boolean
  /** Paths within an event on paper, as those of an erased person. */
  redactedPaths(event: Recorded<DomainEvent>): readonly string[]
  close(): void
}

export type ExportParams = {
  exported_by: Manifest['exported_by']
  /** Whose events; null = every client's. */
  client_id: string | null
  /** A word of `facts`; null = all of them. */
  family: string | null
  /** ISO 8601. An event counts by the latest time that its stream has seen, so that no stream has a hole. */
  from: string | null
  to: string | null
  encoding: Encoding
  /** The last place of the log that is read; null = the log is empty. */
  end: Position | null
}

export type ExportProgress = {
  /** Events looked at and events written. */
  read: number
  written: number
  at: Position
}

/** What is known of a stream while the log is read. */
type StreamState = {
  isOwn: boolean
  /** The last event in the file, -1 = none, and the last one seen. */
  revision: number
  hash: string
  seen: number
  /** It has reached `to`. */
  isOver: boolean
}

/**
 * An export, chunk by chunk, straight from the log: the events that were asked for in log order and the signed manifest. No more is read than
 * the taker takes, and memory does not grow with the log. A failure throws before the manifest: without one an export is none.
 */
export async function* exportEvents(
  deps: ExportDeps,
  params: ExportParams,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void = () => {},
): AsyncGenerator<Buffer> {
  const { encoding, end, ...scope } = params
  const digest = createHash('sha256')
  const streams = createLargeMap<StreamState>()
  const counts = { events: 0, streams: 0, redacted: 0, restricted: 0 }
  let first: Position | null = null
  let last: Position | null = null
  let text = encoding === 'csv' ? CSV_HEADER : ''
  let read = 0
  const lineOf = encoding === 'csv' ? csvLine : jsonLine
  const chunk = () => {
    const bytes = Buffer.from(text)
    text = ''
    digest.update(bytes)
    return bytes
  }
  let redactor: ExportRedactor | undefined
  try {
    redactor = await deps.loadRedactor?.(signal)
    const select = createSelector(deps.facts, params, streams)
    if (end !== null)
      for await (const { events, position } of readLog(deps.store, {
        prefixes: prefixesOf(deps.facts, params),
        to: end,
        signal,
      })) {
        for (const event of events) {
          read += 1
          redactor?.observe(event)
          const known = select(event)
          if (known === null) continue
          if (redactor?.isRestricted(event)) {
            counts.restricted += 1
            continue
          }
          const line = toLine(event, known, counts, redactor)
          text += lineOf(line)
          first ??= event.position
          last = event.position
          if (text.length >= CHUNK_LENGTH) yield chunk()
        }
        if (text !== '') yield chunk()
        onProgress({ read, written: counts.events, at: position })
      }
    if (text !== '') yield chunk()
    const manifest: UnsignedManifest = {
      format: EXPORT_FORMAT,
      encoding,
      ...scope,
      ...counts,
      first_position: positionText(first),
      last_position: positionText(last),
      read_to: positionText(end),
      lines_sha256: digest.digest('hex'),
      heads_sha256: await streamHeadDigest(streamHeadEntries(streams)),
      made_at: deps.now().toISOString(),
    }
    const signed = deps.signer.sign(manifest)
    yield Buffer.from(manifestLine(encoding, signed))
  } finally {
    streams.close()
    redactor?.close()
  }
}

const jsonLine = (value: object) => `${JSON.stringify(value)}\n`

function positionText(position: Position | null): string | null {
  return position === null ? null : `${position.commit}/${position.prepare}`
}

/** Whose an event is can stand in streams of another kind. */
function prefixesOf(facts: ExportDeps['facts'], { client_id, family }: ExportParams): string[] {
  const selected = client_id === null && family !== null ? facts.filter(({ plural }) => plural === family) : facts
  return selected.map(({ prefix }) => prefix)
}

/** Says of each event, in log order, whether it was asked for: what is known of its stream, or null. */
function createSelector(facts: ExportDeps['facts'], params: ExportParams, streams: LargeMap<StreamState>) {
  const byPrefix = new Map(facts.map(one => [one.prefix, one]))
  const [from, to] = [boundMs(params.from, -Infinity), boundMs(params.to, Infinity)]

  /** Null: whose the event before it was. */
  function isOwn(event: LoggedEvent | UnreadableLogEvent, of: (typeof facts)[number]): boolean | null {
    if (params.client_id === null) return true
    const owner = isReadable(event) ? ownerOf(of, event) : null
    if (owner === null) return null
    return 'client_id' in owner ? owner.client_id === params.client_id : (streams.get(owner.stream)?.isOwn ?? false)
  }

  return (event: LoggedEvent | UnreadableLogEvent): StreamState | null => {
    const of = byPrefix.get(event.stream.slice(0, event.stream.indexOf('-') + 1))
    if (of === undefined) return null
    const own = isOwn(event, of)
    const before = streams.get(event.stream)
    const known = before ?? { isOwn: false, revision: -1, hash: '', seen: -1, isOver: false }
    known.isOwn = own ?? known.isOwn
    const isBegun = known.revision >= 0
    // An event that can't be read has no time: it belongs where its stream is.
    const at = isReadable(event) ? Date.parse(event.at) : isBegun ? -Infinity : from
    if (at >= to) known.isOver = isBegun
    const isInTime = at < to && !known.isOver && (at >= from || isBegun)
    const isSelected = known.isOwn && isInTime && (params.family === null || of.plural === params.family)
    // Of everybody's streams those in the file have to be known, of a client's all that are its own: others' events may go by them.
    if (before === undefined && (isSelected || (known.isOwn && params.client_id !== null)))
      streams.add(event.stream, known)
    if (isSelected) return known
    known.seen = event.revision
    return null
  }
}

/** The event on paper; counted, and noted as the last of its stream. */
function toLine(
  event: LoggedEvent | UnreadableLogEvent,
  known: StreamState,
  counts: Pick<UnsignedManifest, 'events' | 'streams' | 'redacted'>,
  redactor: ExportRedactor | undefined,
): object {
  counts.events += 1
  const isBegun = known.revision >= 0
  if (!isBegun) counts.streams += 1
  // Only what was left out on purpose is passed over: a hole in the store itself stays one.
  const resumes = isBegun && known.seen > known.revision && event.revision === known.seen + 1
  known.seen = event.revision
  known.revision = event.revision
  if (!isReadable(event)) return toUnreadableRecord(event)
  known.hash = event.metadata.hash
  const paths = redactor?.redactedPaths(event) ?? []
  if (paths.length > 0) counts.redacted += 1
  const line = toExportRecord(event, paths)
  return resumes ? { ...line, resumes } : line
}

function* streamHeadEntries(streams: LargeMap<StreamState>): Generator<[string, StreamState]> {
  for (const entry of streams.sortedEntries()) if (entry[1].hash !== '') yield entry
}

function ownerOf(of: Pick<HistoryView, 'owner'>, event: Recorded<DomainEvent>): ReturnType<HistoryView['owner']> {
  try {
    return of.owner(event)
  } catch {
    // It is not what its schema says. It is shown all the same, to whoever has the stream.
    return null
  }
}

/** A bound finer than a millisecond, which events do not have, lies before the next one. */
function boundMs(text: string | null, none: number): number {
  return text === null ? none : Date.parse(text) + (/\.\d{3}0*[1-9]/.test(text) ? 1 : 0)
}
