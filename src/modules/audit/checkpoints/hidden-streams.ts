import type { UnreadableLogEvent } from '#event-sourcing/event-store.ts'
import { isCovered } from './stream-head.ts'

const HIDING_METADATA: Readonly<Record<string, (value: number) => string>> = {
  $tb: value =>
    value >= Number.MAX_SAFE_INTEGER
      ? 'the stream was deleted: the store shows none of its events to readers'
      : `the stream was truncated: the store hides the events before revision ${value}`,
  $maxCount: value => `the stream was limited: the store hides all but its last ${value} events`,
  $maxAge: value => `the stream was limited: the store hides events older than ${value} s`,
}
export const METADATA_PREFIX = '$$'
/** More are not listed one by one. */
const STREAMS_MAX = 1_000

/**
 * Streams whose events the store is configured to hide; until scavenging the hidden events stay in the log. This
 * service deletes and limits no stream, so another party did.
 */
export function hiddenStreams() {
  const hidden = new Map<string, { what: string; position: bigint }>()
  return {
    add({ stream, type, position, unreadable }: UnreadableLogEvent) {
      const of = stream.startsWith(METADATA_PREFIX) ? stream.slice(METADATA_PREFIX.length) : stream
      if (!isCovered({ stream: of })) return
      const what =
        type === '$streamDeleted'
          ? 'the stream was deleted for ever (a tombstone): the store shows none of its events to readers'
          : type === '$metadata'
            ? describeHiding(unreadable)
            : null
      if (what !== null && (hidden.has(of) || hidden.size < STREAMS_MAX))
        hidden.set(of, { what, position: position.commit })
      // The last metadata event counts; a tombstone is final.
      else if (type === '$metadata' && hidden.get(of)?.what.includes('tombstone') !== true) hidden.delete(of)
    },
    all: () => [...hidden].map(([stream, { what, position }]) => ({ stream, revision: 0, position, what })),
  }
}

function describeHiding(metadata: string): string | null {
  const fields: unknown = JSON.parse(metadata)
  for (const [name, value] of Object.entries(fields ?? {}))
    if (typeof value === 'number' && value > 0 && name in HIDING_METADATA) return HIDING_METADATA[name]!(value)
  return null
}
