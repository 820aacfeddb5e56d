import { z } from 'zod'
import type { Position } from '#event-sourcing/event-store.ts'
import { cursorOf } from '#values/cursor.ts'
import { derivedUuid } from '#values/ids.ts'

/**
 * A position with the event there, which identifies the log: another log, or one that was restored, has another event
 * at this position. `event`: null = unknown.
 */
export type Anchor = { position: Position; event: string | null }

/** `anchor`: null = before all events. */
export type StreamId = { anchor: Anchor | null; at: Date }

const NONE = '-'

const position = z.string().regex(/^(\d{1,19})\/(\d{1,19})$/)
const parts = z.tuple([
  z.uuid(),
  z.union([z.literal(NONE), position]),
  z.union([z.literal(NONE), z.uuid()]),
  z.string().regex(/^\d{1,15}$/),
])

/** The `id` of a message: the log, the client and the position, and when the reader was at it. */
export function streamIdOf(client_id: string, { anchor, at }: StreamId): string {
  const where = anchor === null ? NONE : `${anchor.position.commit}/${anchor.position.prepare}`
  return cursorOf(scopeOf(client_id), where, anchor?.event ?? NONE, at.getTime())
}

/** Null unless it is an id of this client. Anyone can make one up: it opens no more than the client's own events. */
export function parseStreamId(text: string, client_id: string): StreamId | null {
  const decoded = Buffer.from(text, 'base64url').toString('utf8')
  const { data } = parts.safeParse(decoded.split(' '))
  if (data === undefined || cursorOf(decoded) !== text) return null
  const [scope, where, event, at] = data
  if (scope !== scopeOf(client_id)) return null
  const [commit, prepare] = where.split('/')
  const anchor =
    commit === undefined || prepare === undefined
      ? null
      : {
          position: { commit: BigInt(commit), prepare: BigInt(prepare) },
          event: event === NONE ? null : event,
        }
  return { anchor, at: new Date(Number(at)) }
}

function scopeOf(client_id: string): string {
  return derivedUuid('event-stream', client_id)
}
