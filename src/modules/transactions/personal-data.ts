import { personalData } from '#declarations/personal-data.ts'
import { transactionStreams } from '#domain/transactions/events.ts'

export const transactionPersonalData = personalData({ streams: transactionStreams, version: 1 })
