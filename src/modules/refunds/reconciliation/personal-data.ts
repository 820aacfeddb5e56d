import { personalData } from '#declarations/personal-data.ts'
import { reconciliationStreams } from '#domain/refunds/reconciliation/events.ts'

export const reconciliationPersonalData = personalData({ streams: reconciliationStreams, version: 1 })
