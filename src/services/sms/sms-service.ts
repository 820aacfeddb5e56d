import type { Config } from '#config/config.ts'
import type { Service } from '#service.ts'
import type { SmsAnalyser } from './analyser.ts'

export type SmsService = Service & { config: Config; analyser: SmsAnalyser }
