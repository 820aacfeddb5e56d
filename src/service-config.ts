import type { z } from 'zod'
import { type Config, readConfig } from './config/config.ts'
import { auditConfig } from './services/audit/config.ts'
import { authConfig } from './services/auth/config.ts'
import { detectionConfig } from './services/detections/config.ts'
import { fraudConfig } from './services/fraud/config.ts'
import { notificationConfig } from './services/notifications/config.ts'
import { refundConfig } from './services/refunds/config.ts'
import { smsConfig } from './services/sms/config.ts'
import { subjectConfig } from './services/subjects/config.ts'
import { vpnConfig } from './services/vpn/config.ts'
import { webhookConfig } from './services/webhooks/config.ts'

/** The variables that each module adds, beside their modules: a program that reads them alone loads no module. */
export const moduleSchemas = [
  ...[authConfig, refundConfig, fraudConfig, smsConfig, detectionConfig, vpnConfig, notificationConfig],
  ...[webhookConfig, auditConfig, subjectConfig],
] as const

type VariablesOf<Schemas extends readonly unknown[]> = Schemas extends readonly [infer First, ...infer Rest]
  ? z.infer<First> & VariablesOf<Rest>
  : unknown
export type ModuleVariables = VariablesOf<typeof moduleSchemas>

/** As `readConfig`, with the variables of all modules, which each module finds in its `Service`. */
export function readServiceConfig(
  env?: NodeJS.ProcessEnv,
  schemas: readonly z.ZodObject[] = moduleSchemas,
): Config & ModuleVariables {
  return readConfig(env, schemas) as Config & ModuleVariables
}
