import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { type AlertEvent, type AlertEventData, type AlertEventType, alertStreams, type Note } from './events.ts'
import { type Alert, type AlertState, type AlertStatus, evolve, isAlert, noSuchAlert, ownAlert } from './state.ts'

/** The spec's "critical", unless the client's policy overrides it. */
export const ESCALATION_THRESHOLD = 0.85
/** A smaller change is recorded only if the level changes. */
const SCORE_CHANGE_MIN = 0.05

export type AnalystCommand =
  | { type: 'escalate'; note: Note | null }
  /** `expected`: the assignee that the caller has read; undefined = any. */
  | { type: 'assign'; assigned_to: string | null; expected?: string | null | undefined }
  | { type: 'resolve'; outcome: AlertEventData<'AlertResolved'>['outcome']; note: Note }
  | { type: 'reopen'; note: Note }

export type AlertCommand =
  /** `client_id`: the caller's; null for the service itself. */
  | (AnalystCommand & { client_id: string | null })
  /** `is_pattern`: at least the third alert of its user within a day. */
  | { type: 'open'; data: AlertEventData<'AlertOpened'>; is_pattern: boolean; escalation_threshold: number }
  | {
      type: 'rescore'
      assessed: Omit<AlertEventData<'AlertRescored'>, 'previous_score'>
      escalation_threshold: number
    }
  /** `cause`: id of the triggering event; each resolves an alert once, even if it was reopened since. */
  | {
      type: 'resolve_by_rule'
      cause: string | null
      rule: NonNullable<AlertEventData<'AlertResolved'>['rule']>
      outcome: AlertEventData<'AlertResolved'>['outcome']
    }

type CommandType = AlertCommand['type']
type Status = AlertState['status']
/** 'replay': nothing to do, because it is done or no longer matters. */
type Cell = AlertEventType | 'replay' | Extract<ErrorCode, 'NOT_FOUND' | 'CONFLICT'>

/** CONFLICT becomes a replay if the same command with the same words was the last. */
// biome-ignore format: a table is read by its columns
export const alertTable = {
  open:            { absent: 'AlertOpened', open: 'replay',         escalated: 'replay',        reopened: 'replay',         resolved: 'replay'        },
  rescore:         { absent: 'NOT_FOUND',   open: 'AlertRescored',  escalated: 'AlertRescored', reopened: 'AlertRescored',  resolved: 'replay'        },
  escalate:        { absent: 'NOT_FOUND',   open: 'AlertEscalated', escalated: 'CONFLICT',      reopened: 'AlertEscalated', resolved: 'CONFLICT'      },
  assign:          { absent: 'NOT_FOUND',   open: 'AlertAssigned',  escalated: 'AlertAssigned', reopened: 'AlertAssigned',  resolved: 'CONFLICT'      },
  resolve:         { absent: 'NOT_FOUND',   open: 'AlertResolved',  escalated: 'AlertResolved', reopened: 'AlertResolved',  resolved: 'CONFLICT'      },
  resolve_by_rule: { absent: 'NOT_FOUND',   open: 'AlertResolved',  escalated: 'AlertResolved', reopened: 'AlertResolved',  resolved: 'AlertResolved' },
  reopen:          { absent: 'NOT_FOUND',   open: 'CONFLICT',       escalated: 'CONFLICT',      reopened: 'CONFLICT',       resolved: 'AlertReopened' },
} satisfies Record<CommandType, Record<Status, Cell>>

export const alertDecider: Decider<AlertCommand, AlertState, AlertEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    const cell: Cell = alertTable[command.type][state.status]
    if (isAlert(state)) ownAlert(state, requestingClient(command))
    if (cell === 'replay') return []
    if (command.type === 'open') return opened(command)
    if (!isAlert(state)) throw noSuchAlert()
    if (isRepeat(command, state)) return []
    if (cell === 'CONFLICT') throw new Rejection(cell, conflictDetails(state.status, command.type))
    if (command.type === 'assign') assertExpected(command, state)
    return change(command, state)
  },
  evolve,
}

export const alerts = {
  ...family(alertStreams, alertDecider),
  id: alertStreams.id,
}

function requestingClient(command: AlertCommand): string | null {
  if (command.type === 'open') return command.data.client_id
  return 'client_id' in command ? command.client_id : null
}

/** Two people who take one alert don't both have it. */
function assertExpected({ expected }: AnalystCommand & { type: 'assign' }, { assigned_to }: Alert): void {
  if (expected === undefined || expected === assigned_to) return
  throw new Rejection('CONFLICT', { field: 'expected_assigned_to', reason: 'is not the present assignee', assigned_to })
}

function conflictDetails(status: AlertStatus, action: CommandType) {
  return { field: 'status', reason: `is ${status}, which does not allow this action`, status, action }
}

function isRepeat(command: Exclude<AlertCommand, { type: 'open' }>, alert: Alert): boolean {
  const { escalation, resolution, reopening } = alert
  switch (command.type) {
    case 'assign':
      return alert.status !== 'resolved' && alert.assigned_to === command.assigned_to
    case 'escalate':
      return alert.status === 'escalated' && escalation?.by === 'analyst' && isSame(escalation.note, command.note)
    case 'resolve':
      return resolution?.outcome === command.outcome && isSame(resolution.note, command.note)
    case 'reopen':
      return alert.status === 'reopened' && isSame(reopening?.note ?? null, command.note)
    case 'rescore':
      return (
        alert.level === command.assessed.level &&
        Math.abs(alert.score - command.assessed.score) < SCORE_CHANGE_MIN - ROUNDING
      )
    case 'resolve_by_rule': {
      if (command.cause !== null && alert.ruled_by.includes(command.cause)) return true
      // A rule never overrides an analyst, but follows newer outcomes itself.
      return alert.status === 'resolved' && (resolution?.rule === null || resolution?.outcome === command.outcome)
    }
  }
}

/** Scores have four decimals; in doubles, 0.65 − 0.6 is slightly less than 0.05. */
const ROUNDING = 1e-9

/** Sealing the same words twice gives different texts with one digest. */
function isSame(one: Note | null, other: Note | null): boolean {
  return one?.digest === other?.digest
}

function opened({ data, is_pattern, escalation_threshold }: AlertCommand & { type: 'open' }): AlertEvent[] {
  const event: AlertEvent = { type: 'AlertOpened', data }
  if (data.score >= escalation_threshold) return [event, escalatedBy('score')]
  return is_pattern ? [event, escalatedBy('pattern')] : [event]
}

function escalatedBy(by: 'score' | 'pattern'): AlertEvent {
  return { type: 'AlertEscalated', data: { by, note: null } }
}

function change(command: Exclude<AlertCommand, { type: 'open' }>, alert: Alert): AlertEvent[] {
  switch (command.type) {
    case 'rescore': {
      const { assessed, escalation_threshold } = command
      const event: AlertEvent = { type: 'AlertRescored', data: { previous_score: alert.score, ...assessed } }
      // An analyst who reopened the alert knew its score: only a rise over the threshold is news.
      const isOver = alert.score < escalation_threshold && assessed.score >= escalation_threshold
      return isOver && alert.status !== 'escalated' ? [event, escalatedBy('score')] : [event]
    }
    case 'escalate':
      return [{ type: 'AlertEscalated', data: { by: 'analyst', note: command.note } }]
    case 'assign':
      return [{ type: 'AlertAssigned', data: { assigned_to: command.assigned_to } }]
    case 'resolve':
      return [{ type: 'AlertResolved', data: { outcome: command.outcome, rule: null, note: command.note } }]
    case 'resolve_by_rule':
      return [{ type: 'AlertResolved', data: { outcome: command.outcome, rule: command.rule, note: null } }]
    case 'reopen':
      return [{ type: 'AlertReopened', data: { note: command.note } }]
  }
}
