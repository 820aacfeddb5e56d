import { publicEventSource } from '#declarations/public-events.ts'
import { createIncrementalFold } from '#delivery/enqueue/incremental-fold.ts'
import {
  type Draft,
  type PublicEventDeclaration,
  publicId,
  type TranslateEvents,
} from '#delivery/enqueue/public-event-declaration.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { type AlertEvent, type AlertEventType, alertStreams } from '#domain/fraud/alerts/events.ts'
import { erasedAlert } from '#domain/fraud/alerts/record.ts'
import { type Alert, isAlert } from '#domain/fraud/alerts/state.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { getAccessStatus, isPersonRestricted } from '#privacy/access-status.ts'
import { alertHistoryView } from '#projections/fraud/history-view.ts'
import type { Service } from '#service.ts'
import { toMajor } from '#values/money.ts'
import { personSubject } from '#values/person.ts'
import { ALERT_EVENTS } from './alert-schemas.ts'

type PublicAlertEventType = keyof typeof ALERT_EVENTS

/** Assignment and reopening are internal. */
const PUBLIC_TYPES: Partial<Record<AlertEventType, PublicAlertEventType>> = {
  AlertOpened: 'fraud.detected',
  AlertEscalated: 'fraud.escalated',
  AlertRescored: 'fraud.score_updated',
  AlertResolved: 'fraud.resolved',
}

const publicAlertEvents = publicEventSource<AlertEvent, PublicAlertEventType>({
  streams: alertStreams,
  version: 1,
  owner: alertHistoryView.owner,
  type: ({ type }) => PUBLIC_TYPES[type] ?? null,
})

const CACHED_ALERTS_MAX = 2_000

function createAlertTranslator(
  { store, execute }: Pick<Service, 'store' | 'execute'>,
  max = CACHED_ALERTS_MAX,
): TranslateEvents {
  const fold = createIncrementalFold({ store }, alerts, max)

  async function draft(event: Recorded<AlertEvent>, alert: Alert): Promise<Draft | null> {
    const type = publicAlertEvents.type(event)
    if (type === null) return null
    const isErased = (await getAccessStatus({ execute }, alert, event.stream)) === 'erased'
    const withheld = await isPersonRestricted({ execute }, alert)
    return {
      event: {
        id: publicId(event),
        type,
        created_at: event.at,
        data: dataOf(event, isErased ? erasedAlert(alert) : alert),
      },
      client_id: alert.client_id,
      sequence: event.revision + 1,
      // An erased person has no key left to seal with.
      subject: isErased ? null : personSubject(alert),
      withheld,
      except: null,
    }
  }

  return async events => {
    const folded = await fold(events)
    return Promise.all(
      events.map(event => {
        const alert = folded.get(event.id)
        return alert === undefined || !isAlert(alert) ? null : draft(alertStreams.parse(event), alert)
      }),
    )
  }
}

export const alertEvents: PublicEventDeclaration = {
  prefixes: [alertStreams.prefix],
  sources: [publicAlertEvents],
  schemas: ALERT_EVENTS,
  translator: createAlertTranslator,
}

const REASONS = { score: 'score_threshold', pattern: 'pattern_match', analyst: 'analyst' } as const

function dataOf(event: Recorded<AlertEvent>, alert: Alert): Draft['event']['data'] {
  const { at } = event
  const { transaction_id, user_id, score, level, amount_minor, currency } = alert
  const { risk_factors, recommendation, detected_at } = alert
  // Source: the spec, "data of fraud.detected".
  const detected = {
    object: 'fraud_alert',
    ...{ transaction_id, user_id, fraud_score: score, fraud_level: level },
    ...{ amount: toMajor(amount_minor, currency), currency, risk_factors, recommendation, detected_at },
  }
  if (event.type === 'AlertOpened') return detected
  const alert_id = alertStreams.idOf(event)
  const named = { ...detected, id: alert_id, alert_id }
  switch (event.type) {
    case 'AlertEscalated':
      return { ...named, reason: REASONS[event.data.by], escalated_at: at }
    case 'AlertRescored':
      return { ...named, previous_score: event.data.previous_score, updated_at: at }
    case 'AlertResolved': {
      const { outcome, rule } = event.data
      return { ...named, resolution: outcome, resolved_by: rule === null ? 'analyst' : 'rule', resolved_at: at }
    }
    default:
      return named
  }
}
