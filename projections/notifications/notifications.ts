import { sql } from 'slonik'
import { z } from 'zod'
import { projection, type RowChange } from '#declarations/read-model.ts'
import {
  CATEGORIES,
  FAILURES,
  type NotificationEvent,
  notificationStreams,
  PRIORITIES,
} from '#domain/notifications/notifications/events.ts'
import {
  changeCoveredRows,
  ignoredSubjectEvents,
  NO_CLIENT_ID,
  RETROACTIVE_EVENTS,
} from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'

/** The text stays sealed; queries open it. */
export const NotificationRow = z.object({
  notification: z.string(),
  client_id: z.string(),
  user_id: z.string(),
  category: z.enum(CATEGORIES),
  priority: z.enum(PRIORITIES),
  text_sealed: z.string(),
  collapse_id: z.string(),
  queued_at: z.string(),
  held_until: z.string().nullable(),
  read_at: z.string().nullable(),
  queued: z.int(),
  sent: z.int(),
  failed: z.int(),
  expired: z.int(),
  failure_reason: z.enum(FAILURES).nullable(),
})
type NotificationRow = z.infer<typeof NotificationRow>

type EventOrigin = { stream: string; at: string }

function change(
  event: EventOrigin,
  next: (row: NotificationRow) => NotificationRow,
): { rows: RowChange<NotificationRow>[] } {
  const notification = notificationStreams.idOf(event)
  return { rows: [{ key: { notification }, next: row => (row === undefined ? null : next(row)) }] }
}

function withOutcome(row: NotificationRow, outcome: 'sent' | 'failed' | 'expired'): NotificationRow {
  return { ...row, queued: row.queued - 1, [outcome]: row[outcome] + 1 }
}

export const notificationsList = projection<NotificationRow, NotificationEvent | SubjectEvent>({
  name: 'notifications',
  row: NotificationRow,
  version: 2,
  streams: [notificationStreams, subjectStreams],
  tables: [
    sql.unsafe`create table notifications (
      notification uuid primary key,
      client_id text not null,
      user_id text not null,
      category text not null,
      priority text not null,
      text_sealed text not null,
      collapse_id text not null,
      queued_at timestamptz not null,
      held_until timestamptz,
      read_at timestamptz,
      queued integer not null,
      sent integer not null,
      failed integer not null,
      expired integer not null,
      failure_reason text)`,
    sql.unsafe`create table notification_counts (
      client_id text not null,
      user_id text not null,
      category text not null,
      status text not null,
      count bigint not null check (count > 0),
      primary key (client_id, user_id, category, status))`,
  ],
  indexes: [
    sql.unsafe`create index on notifications (client_id, user_id, queued_at desc, notification desc)`,
    sql.unsafe`create index on notifications (client_id, user_id, queued_at desc, notification desc) where read_at is null`,
    sql.unsafe`create index on notifications (queued_at, notification) where queued > 0`,
    sql.unsafe`create index on notifications (client_id, user_id, collapse_id, queued_at) where held_until is not null`,
  ],
  key: 'notification',
  counters: [
    {
      table: 'notification_counts',
      columns: ['client_id', 'user_id', 'category', 'status'],
      of: ({ client_id, user_id, category, read_at }) => [
        { client_id, user_id, category, status: read_at === null ? 'unread' : 'read' },
      ],
    },
  ],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    NotificationQueued(event) {
      const { client_id, user_id, category, priority, text_sealed, collapse_id, held_until, targets } = event.data
      const notification = notificationStreams.idOf(event)
      const row: NotificationRow = {
        ...{ notification, client_id, user_id, category, priority, text_sealed, collapse_id },
        ...{ queued_at: event.at, held_until, read_at: null },
        ...{ queued: targets.length, sent: 0, failed: 0, expired: 0, failure_reason: null },
      }
      return { rows: [{ key: { notification }, next: () => row }] }
    },
    NotificationSent: event => change(event, row => withOutcome(row, 'sent')),
    NotificationFailed: event =>
      change(event, row => ({ ...withOutcome(row, 'failed'), failure_reason: event.data.reason })),
    NotificationExpired: event => change(event, row => withOutcome(row, 'expired')),
    NotificationRetargeted: event =>
      change(event, row => ({
        ...row,
        queued: row.queued + event.data.targets.length,
        held_until: event.data.held_until ?? row.held_until,
      })),
    NotificationRead: event => change(event, row => ({ ...row, read_at: event.at })),
    ...ignoredSubjectEvents,
    SubjectRestricted: event =>
      changeCoveredRows<NotificationRow>(notificationStreams, event, notification => [
        { key: { notification }, next: row => ({ ...row, client_id: NO_CLIENT_ID }) },
      ]),
    SubjectErased: event =>
      changeCoveredRows<NotificationRow>(notificationStreams, event, notification => [
        { key: { notification }, next: () => null },
      ]),
  },
})
