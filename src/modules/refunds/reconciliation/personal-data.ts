import { personalData } from '#declarations/personal-data.ts'
import { type ReconciliationEvent, reconciliationStreams } from '#domain/refunds/reconciliation/events.ts'
import { personSubject } from '#values/person.ts'

/** What of discrepancies is about the refund's beneficiary: who that is, and what somebody found out. */
export const reconciliationPersonalData = personalData<ReconciliationEvent>({
  streams: reconciliationStreams,
  version: 1,
  subject({ type, data }) {
    if (type !== 'ReconciliationFlagged' || data.client_id === null || data.user_id === null) return null
    return personSubject({ client_id: data.client_id, user_id: data.user_id })
  },
  fields: { ReconciliationFlagged: ['user_id'], ReconciliationResolved: ['reason'] },
})
