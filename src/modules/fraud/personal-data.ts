import { personalData } from '#declarations/personal-data.ts'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'

export const alertPersonalData = personalData({ streams: alertStreams, version: 1 })
export const outcomePersonalData = personalData({ streams: outcomeStreams, version: 1 })
export const profilePersonalData = personalData({ streams: profileStreams, version: 1 })
