import { createHash } from 'node:crypto'
import { type HistoryView, nullIfUnreadable } from '#declarations/history-view.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { type EventStore, isReadable, type LogEvent, type Position } from '#event-sourcing/event-store.ts'
import { createLargeMap, type LargeMap } from '#files/large-map.ts'
import type { Redactor } from '#privacy/redaction.ts'
import { boundMs } from '#values/instant.ts'
import { CSV_HEADER, csvLine } from './csv.ts'
import { toExportRecord, toUnreadableRecord } from './export-record.ts'
import { type Encoding, EXPORT_FORMAT, type Manifest, manifestLine, type UnsignedManifest } from './manifest.ts'
import type { AuditSigner } from './signing.ts'
import { streamHeadDigest } from './stream-head-digest.ts'

/** Characters per chunk: few writes, and little memory beyond the largest event. */
const CHUNK_LENGTH = 65_536

export type ExportDeps = {
  store: Pick<EventStore, 'subscribe'>
  signer: AuditSigner
  views: readonly Pick<HistoryView, 'prefix' | 'plural' | 'owner'>[]
  now(): Date
  /** May read the whole log. */
  loadRedactor(signal: AbortSignal): Promise<ExportRedactor>
}

export type ExportRedactor = Pick<Redactor, 'observe' | 'isRestricted' | 'redactedPaths' | 'close'>

export type ExportParams = {
  exported_by: Manifest['exported_by']
  client_id: string | null
  /** A `plural`; null = all. */
  family: string | null
  /** ISO 8601. An event counts by the latest time of its stream so far, so that no stream has gaps. */
  from: string | null
  to: string | null
  encoding: Encoding
  /** Null = the log is empty. */
  end: Position | null
}

type StreamState = {
  isOwn: boolean
  /** Last exported revision (-1 = none), and last revision seen. */
  revision: number
  hash: string
  seen: number
  isOver: boolean
}

/** Reads no faster than the consumer; memory does not grow with the log. A failure throws before the manifest. */
export async function* exportEvents(
  deps: ExportDeps,
  params: ExportParams,
  signal: AbortSignal,
  onProgress: (progress: { read: number; written: number; at: Position }) => void = () => {},
): AsyncGenerator<Buffer> {
  const { encoding, end, ...scope } = params
  const digest = createHash('sha256')
  const redactor = await deps.loadRedactor(signal)
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
  try {
    const select = createSelector(deps.views, params, streams)
    if (end !== null)
      for await (const { events, position } of readLog(deps.store, {
        prefixes: prefixesOf(deps.views, params),
        to: end,
        signal,
      })) {
        for (const event of events) {
          read += 1
          redactor.observe(event)
          const known = select(event)
          if (known === null) continue
          if (redactor.isRestricted(event)) {
            counts.restricted += 1
            continue
          }
          text += lineOf(toLine(event, known, counts, redactor))
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
    yield Buffer.from(manifestLine(encoding, deps.signer.sign(manifest)))
  } finally {
    streams.close()
    redactor.close()
  }
}

const jsonLine = (value: object) => `${JSON.stringify(value)}\n`

function positionText(position: Position | null): string | null {
  return position === null ? null : `${position.commit}/${position.prepare}`
}

/** The owner of an event can be in a stream of another kind. */
function prefixesOf(views: ExportDeps['views'], { client_id, family }: ExportParams): string[] {
  const selected = client_id === null && family !== null ? views.filter(({ plural }) => plural === family) : views
  return selected.map(({ prefix }) => prefix)
}

/** For each event, in log order, the state of its stream; null = not selected. */
function createSelector(views: ExportDeps['views'], params: ExportParams, streams: LargeMap<StreamState>) {
  const byPrefix = new Map(views.map(one => [one.prefix, one]))
  const from = params.from === null ? -Infinity : boundMs(params.from)
  const to = params.to === null ? Infinity : boundMs(params.to)

  /** Null: the owner of the previous event, also after one that does not fit its schema. */
  function isOwn(event: LogEvent, of: (typeof views)[number]): boolean | null {
    if (params.client_id === null) return true
    const owner = isReadable(event) ? nullIfUnreadable(() => of.owner(event)) : null
    if (owner === null) return null
    return 'client_id' in owner ? owner.client_id === params.client_id : (streams.get(owner.stream)?.isOwn ?? false)
  }

  return (event: LogEvent): StreamState | null => {
    const of = byPrefix.get(event.stream.slice(0, event.stream.indexOf('-') + 1))
    if (of === undefined) return null
    const own = isOwn(event, of)
    const before = streams.get(event.stream)
    const known = before ?? { isOwn: false, revision: -1, hash: '', seen: -1, isOver: false }
    known.isOwn = own ?? known.isOwn
    const isBegun = known.revision >= 0
    // An unreadable event has no time: it belongs to its stream.
    const at = isReadable(event) ? Date.parse(event.at) : isBegun ? -Infinity : from
    if (at >= to) known.isOver = isBegun
    const isInTime = at < to && !known.isOver && (at >= from || isBegun)
    const isSelected = known.isOwn && isInTime && (params.family === null || of.plural === params.family)
    // For all clients only exported streams are tracked; for one client all its own, as other streams refer to them.
    if (before === undefined && (isSelected || (known.isOwn && params.client_id !== null)))
      streams.add(event.stream, known)
    if (isSelected) return known
    known.seen = event.revision
    return null
  }
}

function toLine(
  event: LogEvent,
  known: StreamState,
  counts: Pick<UnsignedManifest, 'events' | 'streams' | 'redacted'>,
  redactor: ExportRedactor,
): object {
  counts.events += 1
  const isBegun = known.revision >= 0
  if (!isBegun) counts.streams += 1
  // A redaction leaves a gap on purpose; a gap in the store stays visible.
  const resumes = isBegun && known.seen > known.revision && event.revision === known.seen + 1
  known.seen = event.revision
  known.revision = event.revision
  if (!isReadable(event)) return toUnreadableRecord(event)
  known.hash = event.metadata.hash
  const paths = redactor.redactedPaths(event)
  if (paths.length > 0) counts.redacted += 1
  const line = toExportRecord(event, paths)
  return resumes ? { ...line, resumes } : line
}

function* streamHeadEntries(streams: LargeMap<StreamState>): Generator<[string, StreamState]> {
  for (const entry of streams.sortedEntries()) if (entry[1].hash !== '') yield entry
}
