import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { type AlertEvent, type AlertEventData, type AlertEventType, alertStreams, type Note } from './events.ts'
import { noSuchAlert, ownAlert } from './ownership.ts'
import { type Alert, type AlertState, type AlertStatus, evolve, isAlert } from './state.ts'

/** A score of so much or more can't wait, unless the client's policy says otherwise: the spec's "critical". */
export const ESCALATION_THRESHOLD = 0.85
/** A smaller change of the score is told only when the level changes with it. */
const SCORE_CHANGE_MIN = 0.05

/** What an analyst asks for, by the client that asks. */
type AnalystCommand =
  | { type: 'escalate'; client_id: string | null; note: Note | null }
  | { type: 'assign'; client_id: string | null; assigned_to: string | null }
  | { type: 'resolve'; client_id: string | null; outcome: AlertEventData<'AlertResolved'>['outcome']; note: Note }
  | { type: 'reopen'; client_id: string | null; note: Note }

/** The other commands are the service's own. */
export type AlertCommand =
  | AnalystCommand
  /** `is_pattern`: it is the third of its user within a day, or a later one. */
  | { type: 'open'; data: AlertEventData<'AlertOpened'>; is_pattern: boolean; escalation_threshold: number }
  | {
      type: 'rescore'
      assessed: Omit<AlertEventData<'AlertRescored'>, 'previous_score'>
      escalation_threshold: number
    }
  /** `cause`: the id of the event that says so; each resolves once, also if somebody has reopened the alert since. */
  | {
      type: 'resolve_by_rule'
      cause: string | null
      rule: NonNullable<AlertEventData<'AlertResolved'>['rule']>
      outcome: AlertEventData<'AlertResolved'>['outcome']
    }

type CommandType = AlertCommand['type']
type Status = AlertState['status']
/** What a command comes to: an event, nothing ('replay': it is so already, or does not matter any more), or a refusal. */
type Cell = AlertEventType | 'replay' | Extract<ErrorCode, 'NOT_FOUND' | 'CONFLICT'>

/**
 * Life of an alert. A row is a command, a column the status it meets. What is refused with CONFLICT is refused unless it was done in just
 * these words before.
 */
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

/** `details` of CONFLICT. */
function conflictDetails(status: AlertStatus, action: CommandType) {
  return { field: 'status', reason: `is ${status}, which does not allow it`, status, action }
}

/** Whether it is so already, in just these words. */
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
      // What an analyst decided no rule overrules; what a rule did follows what became known since.
      return alert.status === 'resolved' && (resolution?.rule === null || resolution?.outcome === command.outcome)
    }
  }
}

/** Scores have four decimals, and doubles make 0.65 − 0.6 a little less than 0.05. */
const ROUNDING = 1e-9

/** Sealed twice, the same words are two texts with one digest. */
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
      // An analyst who reopened it knew its score: only one that rises over the threshold is news.
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
