import type { Config } from '#config/config.ts'
import type { Service } from '#service.ts'
import type { Analysing } from './analysing.ts'

/** What commands on messages ask beside the service. */
export type SmsService = Service & { config: Config; analysing: Analysing }
