import type { Service } from '#service.ts'
import type { SmsConfig } from '#services/sms/config.ts'
import type { SmsAnalyser } from './analyser.ts'

export type SmsService = Service<SmsConfig> & { analyser: SmsAnalyser }
