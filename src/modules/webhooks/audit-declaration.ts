import { auditDeclaration } from '#declarations/history-view.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import { deliveries } from '#domain/webhooks/delivery-decider.ts'
import { isWebhook, webhookRecord } from '#domain/webhooks/state.ts'
import { deliveryHistoryView, webhookHistoryView } from '#projections/webhooks/history-view.ts'

const webhookAudit = auditDeclaration(webhookHistoryView, {
  family: webhooks,
  /** Without the client's own description and metadata; of secrets only versions and times. */
  state(webhook_id, state) {
    if (state.status === 'absent') return null
    const { client_id } = state
    if (!isWebhook(state)) return { webhook_id, client_id, status: state.status }
    const { description: _, metadata: __, ...record } = webhookRecord(webhook_id, state)
    const secrets = state.secrets.map(({ version, expires_at }) => ({ version, expires_at }))
    return { ...record, client_id, secrets }
  },
})

const deliveryAudit = auditDeclaration(deliveryHistoryView, {
  family: deliveries,
  state: (delivery_id, { given_up_after }) => (given_up_after === 0 ? null : { delivery_id, given_up_after }),
})

export const webhookAuditDeclarations = [webhookAudit, deliveryAudit]
