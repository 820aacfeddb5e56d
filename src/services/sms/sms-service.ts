import type { Config } from '#config/config.ts'
import type { Service } from '#service.ts'
import type { SmsAnalyser } from './analyser.ts'

/** What commands on messages ask beside the service. */
export type SmsService = Service & { config: Config; analysing: SmsAnalyser }
