import type { FastifyRequest } from 'fastify'
import { AssignAlertBody, assignAlert } from '#commands/fraud/assign-alert.ts'
import { EscalateAlertBody, escalateAlert } from '#commands/fraud/escalate-alert.ts'
import { ReopenAlertBody, reopenAlert } from '#commands/fraud/reopen-alert.ts'
import { ResolveAlertBody, resolveAlert } from '#commands/fraud/resolve-alert.ts'
import { alertStreams, noteSealContext } from '#domain/fraud/alerts/events.ts'
import { alertRecord, erasedAlert, openNotes } from '#domain/fraud/alerts/record.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import { getAlert } from '#queries/fraud/get-alert.ts'
import { ageSeconds, ListAlertsQuery, listAlerts } from '#queries/fraud/list-alerts.ts'
import { listRefundsOfAlert } from '#queries/fraud/list-refunds-of-alert.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import type { ErrorCode } from '#values/errors.ts'
import { toMajor } from '#values/money.ts'
import { ERASED } from '#values/person.ts'
import { AlertListResponse, AlertParams, AlertResponse } from './alert-schemas.ts'

/** The read model lags by milliseconds. */
const READ_YOUR_WRITES_MS_MAX = 500

const DECIDING_ERRORS: ErrorCode[] = ['NOT_FOUND', 'CONFLICT']

/** Not in the spec, which names only the events. */
export function alertRoutes(api: Api, service: Service): void {
  const described = { tags: ['fraud'] }
  const reviewing = { scope: 'fraud:review' } as const
  const deciding = { ...reviewing, errors: DECIDING_ERRORS }

  /** As `onRequest`: NOT_FOUND and AUTH_003 come before errors of the body. */
  const assertOwnAlert = async (request: FastifyRequest) => {
    const { alert_id } = request.params as { alert_id: string }
    const alert = await getAlert(service, request.caller.client_id, alert_id)
    assertReadable(await getAccessStatus(service, alert, alertStreams.stream(alert_id)), request.caller)
  }

  const respond = async ({ caller }: FastifyRequest, alertId: string, alert: Alert) => {
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

  api.get(
    '/fraud/alerts',
    {
      config: reviewing,
      schema: {
        ...described,
        operationId: 'listFraudAlerts',
        summary: 'The queue of fraud alerts',
        description:
          "Lists your client's alerts page by page: those that nobody has resolved unless `status` says otherwise, the newest or the highest score first. Filters are combined; one that is not known or not valid is refused rather than left out. A cursor belongs to its filters and sort.",
        querystring: ListAlertsQuery,
        response: { 200: AlertListResponse },
      },
    },
    async ({ caller, query }) => {
      if (query.cursor === undefined)
        await waitForCheckpoint(service, {
          subscription: 'alerts',
          prefixes: [alertStreams.prefix],
          msMax: READ_YOUR_WRITES_MS_MAX,
        })
      return listAlerts(service.db, caller.client_id, query, service.now())
    },
  )

  api.get(
    '/fraud/alerts/:alert_id',
    {
      config: { ...reviewing, errors: ['NOT_FOUND'] },
      schema: {
        ...described,
        operationId: 'getFraudAlert',
        summary: 'One fraud alert',
        description:
          'Reads an alert as it stands at this moment, from its own history and not from a list, with the refunds that name it in `alert_id`. NOT_FOUND means that your client has no such alert.',
        params: AlertParams,
        response: { 200: AlertResponse },
      },
    },
    async request => {
      const { alert_id } = request.params
      return respond(request, alert_id, await getAlert(service, request.caller.client_id, alert_id))
    },
  )

  api.post(
    '/fraud/alerts/:alert_id/assign',
    {
      config: deciding,
      onRequest: assertOwnAlert,
      schema: {
        ...described,
        operationId: 'assignFraudAlert',
        summary: 'Say who takes care of an alert',
        description:
          'Gives an alert to somebody, or takes it from everybody. Without a body it is the user of the token. The same again changes nothing; CONFLICT means that it is resolved.',
        params: AlertParams,
        body: AssignAlertBody,
        response: { 200: AlertResponse },
      },
    },
    async request => {
      const { alert_id } = request.params
      const alert = await assignAlert(service, contextOf(request, service.now()), alert_id, request.body)
      return respond(request, alert_id, alert)
    },
  )

  api.post(
    '/fraud/alerts/:alert_id/escalate',
    {
      config: deciding,
      onRequest: assertOwnAlert,
      schema: {
        ...described,
        operationId: 'escalateFraudAlert',
        summary: "Say that an alert can't wait",
        description:
          'Hands an alert on; `fraud.escalated` is sent. The same request again changes nothing. CONFLICT means that it is escalated already or resolved: `details` say which.',
        params: AlertParams,
        body: EscalateAlertBody,
        response: { 200: AlertResponse },
      },
    },
    async request => {
      const { alert_id } = request.params
      const alert = await escalateAlert(service, contextOf(request, service.now()), alert_id, request.body)
      return respond(request, alert_id, alert)
    },
  )

  api.post(
    '/fraud/alerts/:alert_id/resolve',
    {
      config: deciding,
      onRequest: assertOwnAlert,
      schema: {
        ...described,
        operationId: 'resolveFraudAlert',
        summary: 'Record what the transaction turned out to be',
        description:
          'Closes an alert with an outcome and what was found out; `fraud.resolved` is sent. No money moves by it. The same request again changes nothing; CONFLICT means that it is resolved with another outcome or note: reopen it first.',
        params: AlertParams,
        body: ResolveAlertBody,
        response: { 200: AlertResponse },
      },
    },
    async request => {
      const { alert_id } = request.params
      const alert = await resolveAlert(service, contextOf(request, service.now()), alert_id, request.body)
      return respond(request, alert_id, alert)
    },
  )

  api.post(
    '/fraud/alerts/:alert_id/reopen',
    {
      config: deciding,
      onRequest: assertOwnAlert,
      schema: {
        ...described,
        operationId: 'reopenFraudAlert',
        summary: 'Put a resolved alert back into the queue',
        description:
          'Withdraws what was decided: the alert is in the queue again, with whoever took care of it. The same request again changes nothing; CONFLICT means that it is not resolved.',
        params: AlertParams,
        body: ReopenAlertBody,
        response: { 200: AlertResponse },
      },
    },
    async request => {
      const { alert_id } = request.params
      const alert = await reopenAlert(service, contextOf(request, service.now()), alert_id, request.body)
      return respond(request, alert_id, alert)
    },
  )
}
