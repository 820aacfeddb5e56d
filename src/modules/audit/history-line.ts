import { z } from 'zod'
import { type HistoryView, reasonIn, whyUnreadable } from '#declarations/history-view.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Redactor } from '#privacy/redaction.ts'
import { timestamp } from '#values/instant.ts'

export const HistoryLine = z.object({
  revision: z.int().describe('Revision in the history of the record, 0 for the first.'),
  event_id: z.string().describe('The recorded event, a UUID.'),
  type: z.string().describe('What happened, for example RefundRequested.'),
  at: timestamp('When it was recorded'),
  actor: z
    .object({
      sub: z.string().describe('The user, or the part of the service, that caused it.'),
      client_id: z.string().describe('The client that the actor belongs to.'),
      role: z.string().describe('The role of the actor at that time.'),
      ip: z.string().nullable().describe('IP address of the request; null without one.'),
    })
    .describe('Who caused it.'),
  request_id: z.string().describe('The `X-Request-Id` of the request that caused it.'),
  correlation_id: z.string().describe('The first request in the chain of causes.'),
  causation_id: z.string().nullable().describe('The event that caused this one; null when a person or a client did.'),
  reason: z.string().nullable().describe('The reason that was given or reported; null for events without one.'),
  facts: z
    .record(z.string(), z.unknown())
    .describe('The data of the event, without sealed texts; amounts are in minor units.'),
  prev_hash: z
    .string()
    .nullable()
    .describe('The hash of the previous event, 64 hexadecimal digits; null for the first.'),
  hash: z.string().describe('SHA-256 over `prev_hash` and the event, 64 hexadecimal digits.'),
})
export type HistoryLine = z.infer<typeof HistoryLine>

export const unreadable = z
  .string()
  .nullable()
  .describe('Why this version can not read the event: it is damaged, or a newer version wrote it. Usually null.')

/** Damaged events get a line too: an auditor has to see what is left of a store that was changed. */
export function historyLine(
  facts: HistoryView,
  event: Recorded<DomainEvent>,
  redactor: Pick<Redactor, 'redactEvent' | 'redactView'>,
): HistoryLine & { unreadable: string | null } {
  const { actor, request_id, correlation_id, causation_id, prev_hash, hash } = redactor.redactEvent(event).metadata
  const unreadable = whyUnreadable(facts, event)
  const shown = unreadable === null ? { ...redactor.redactView(event, facts.fieldsOf(event)) } : {}
  return {
    revision: event.revision,
    event_id: event.id,
    type: event.type,
    at: event.at,
    actor: {
      sub: text(actor.sub),
      client_id: text(actor.client_id),
      role: text(actor.role),
      ip: actor.ip === undefined ? null : text(actor.ip),
    },
    request_id: text(request_id),
    correlation_id: text(correlation_id),
    causation_id: causation_id == null ? null : text(causation_id),
    reason: reasonIn(shown),
    facts: shown,
    prev_hash,
    hash,
    unreadable,
  }
}

/** Metadata has no schema, and the store may have been changed. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
