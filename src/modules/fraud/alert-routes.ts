import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AssignAlertBody, assignAlert, assignAlertErrors } from '#commands/fraud/assign-alert.ts'
import { EscalateAlertBody, escalateAlert, escalateAlertErrors } from '#commands/fraud/escalate-alert.ts'
import { ReopenAlertBody, reopenAlert, reopenAlertErrors } from '#commands/fraud/reopen-alert.ts'
import { ResolveAlertBody, resolveAlert, resolveAlertErrors } from '#commands/fraud/resolve-alert.ts'
import { alertStreams, noteSealContext } from '#domain/fraud/alerts/events.ts'
import { alertRecord, erasedAlert, openNotes } from '#domain/fraud/alerts/record.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import type { Context } from '#event-sourcing/context.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import { alerts } from '#projections/fraud/alerts.ts'
import { getAlert } from '#queries/fraud/get-alert.ts'
import { ageSeconds, ListAlertsQuery, listAlerts } from '#queries/fraud/list-alerts.ts'
import { listRefundsOfAlert } from '#queries/fraud/list-refunds-of-alert.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import type { ErrorCode } from '#values/errors.ts'
import { toMajor } from '#values/money.ts'
import { ERASED } from '#values/person.ts'
import { prose } from '#values/prose.ts'
import { AlertListResponse, AlertParams, AlertResponse } from './alert-schemas.ts'

const tags = ['fraud']
const scope = 'fraud:review'

const listFraudAlertsOperation = {
  config: { scope },
  schema: {
    tags,
    operationId: 'listFraudAlerts',
    summary: 'The queue of fraud alerts',
    description: prose(
      "Lists your client's alerts page by page: by default the unresolved ones, newest first. Filters are",
      'combined; an unknown or invalid filter is refused. A cursor is valid only with the filters and sort of its',
      'list.',
    ),
    querystring: ListAlertsQuery,
    response: { 200: AlertListResponse },
  },
} as const

const getFraudAlertOperation = {
  config: { scope, errors: ['NOT_FOUND'] },
  schema: {
    tags,
    operationId: 'getFraudAlert',
    summary: 'One fraud alert',
    description: prose(
      'Reads the present state of an alert from its own events, with the refunds that name it in `alert_id`.',
      'NOT_FOUND: your client has no such alert.',
    ),
    params: AlertParams,
    response: { 200: AlertResponse },
  },
} as const

function alertOperation<Errors extends readonly ErrorCode[], Body extends z.ZodType>(
  errors: Errors,
  body: Body,
  prose: { operationId: string; summary: string; description: string },
) {
  const schema = { tags, ...prose, params: AlertParams, body, response: { 200: AlertResponse } }
  return { config: { scope, errors }, schema } as const
}

const assignFraudAlertOperation = alertOperation(assignAlertErrors, AssignAlertBody, {
  operationId: 'assignFraudAlert',
  summary: 'Assign an alert',
  description: prose(
    'Sets or removes the assignee of an alert. Without a body, the assignee is the user of the token. Repeating',
    'the request changes nothing. CONFLICT: the alert is resolved, or `expected_assigned_to` is no longer its',
    'assignee; `details.assigned_to` contains the present one. An unknown field is refused, because a misspelt one',
    'would replace any assignee.',
  ),
})

const escalateFraudAlertOperation = alertOperation(escalateAlertErrors, EscalateAlertBody, {
  operationId: 'escalateFraudAlert',
  summary: 'Escalate an alert',
  description: prose(
    'Escalates an alert and sends `fraud.escalated`. Repeating the request changes nothing. CONFLICT: the alert is',
    'already escalated or resolved; `details.status` contains its status.',
  ),
})

const resolveFraudAlertOperation = alertOperation(resolveAlertErrors, ResolveAlertBody, {
  operationId: 'resolveFraudAlert',
  summary: 'Resolve an alert',
  description: prose(
    'Closes an alert with an outcome and a note, and sends `fraud.resolved`. It moves no money. Repeating the',
    'request changes nothing. CONFLICT: the alert is resolved with another outcome or note; reopen it first.',
  ),
})

const reopenFraudAlertOperation = alertOperation(reopenAlertErrors, ReopenAlertBody, {
  operationId: 'reopenFraudAlert',
  summary: 'Reopen a resolved alert',
  description: prose(
    'Withdraws the resolution: the alert returns to the queue with its assignee. Repeating the request changes',
    'nothing. CONFLICT: the alert is not resolved.',
  ),
})

/** Not in the spec, which names only the events. */
export function alertRoutes(api: Api, service: Service): void {
  /** As `onRequest`: NOT_FOUND and AUTH_003 come before errors of the body. */
  const assertOwnAlert = async (request: FastifyRequest) => {
    const { alert_id } = request.params as { alert_id: string }
    const alert = await getAlert(service, request.caller.client_id, alert_id)
    assertReadable(await getAccessStatus(service, alert, alertStreams.stream(alert_id)), request.caller)
  }

  const toResponse = async ({ caller }: FastifyRequest, alertId: string, alert: Alert) => {
    const accessStatus = await getAccessStatus(service, alert, alertStreams.stream(alertId))
    assertReadable(accessStatus, caller)
    const isErased = accessStatus === 'erased'
    const [notes, { refunds, has_more_refunds }] = await Promise.all([
      openNotes(alert, async ({ text }) =>
        isErased ? ERASED : ((await openSealed(service, text, noteSealContext(alertId))) ?? ERASED),
      ),
      listRefundsOfAlert(service, alert.client_id, alertId),
    ])
    const fields = alertRecord(alertId, isErased ? erasedAlert(alert) : alert, notes)
    return {
      ...fields,
      age_seconds: ageSeconds(
        { opened_at: fields.opened_at, resolved_at: fields.resolution?.resolved_at ?? null },
        service.now(),
      ),
      refunds: refunds.map(({ refund_id, status, amount_minor, currency, reason, created_at }) => ({
        ...{ refund_id, status, amount: toMajor(amount_minor, currency), currency, reason, created_at },
      })),
      has_more_refunds,
    }
  }

  type Request<Body> = FastifyRequest & { params: { alert_id: string }; body: Body }
  const run =
    <Body>(command: (service: Service, context: Context, input: Body & { alert_id: string }) => Promise<Alert>) =>
    async (request: Request<Body>) => {
      const { alert_id } = request.params
      const alert = await command(service, contextOf(request, service.now()), { ...request.body, alert_id })
      return toResponse(request, alert_id, alert)
    }

  api.get('/fraud/alerts', listFraudAlertsOperation, async ({ caller, query }) => {
    if (query.cursor === undefined) await waitForCheckpoint(service, alerts)
    return listAlerts(service.db, caller.client_id, query, service.now())
  })

  api.get('/fraud/alerts/:alert_id', getFraudAlertOperation, async request => {
    const { alert_id } = request.params
    return toResponse(request, alert_id, await getAlert(service, request.caller.client_id, alert_id))
  })

  const onRequest = assertOwnAlert
  api.post('/fraud/alerts/:alert_id/assign', { ...assignFraudAlertOperation, onRequest }, run(assignAlert))
  api.post('/fraud/alerts/:alert_id/escalate', { ...escalateFraudAlertOperation, onRequest }, run(escalateAlert))
  api.post('/fraud/alerts/:alert_id/resolve', { ...resolveFraudAlertOperation, onRequest }, run(resolveAlert))
  api.post('/fraud/alerts/:alert_id/reopen', { ...reopenFraudAlertOperation, onRequest }, run(reopenAlert))
}
