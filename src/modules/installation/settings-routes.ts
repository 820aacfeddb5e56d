import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import type { Api } from '#http/api.ts'
import type { AuditConfig } from '#services/audit/config.ts'
import { type AuthConfig, webauthnOrigins } from '#services/auth/config.ts'
import type { DetectionConfig } from '#services/detections/config.ts'
import type { NotificationConfig } from '#services/notifications/config.ts'
import { type RefundConfig, requiresFourEyes } from '#services/refunds/config.ts'
import type { SmsConfig } from '#services/sms/config.ts'
import type { SubjectConfig } from '#services/subjects/config.ts'
import { prose } from '#values/prose.ts'

export type ShownConfig = AuditConfig &
  AuthConfig &
  DetectionConfig &
  NotificationConfig &
  RefundConfig &
  SmsConfig &
  SubjectConfig

const days = (what: string) => z.int().describe(`${what}, days.`)

const SettingsResponse = z
  .object({
    environment: z.enum(['sandbox', 'production']).describe('Whether this service is a sandbox.'),
    void_four_eyes: z.boolean().describe('Whether the user who requested a refund is refused its void.'),
    refund_cancel_window_ms: z.int().describe('How long a refund stays pending and can be cancelled, milliseconds.'),
    retention: z
      .object({
        person_years: z
          .int()
          .describe('How long the data of a person are kept where there is a duty to retain them, years.'),
        delivery_days: days('How long events and deliveries of webhooks are kept'),
        sms_days: days('How long the text of an analysed message can be read after its own day'),
        notification_days: days('How long the text of a notification can be read after its own day'),
        detection_days: days('How long the content of a detection can be read after its own day'),
      })
      .describe('How long data are kept.'),
    configured: z
      .object({
        payment_network: z.enum(['sandbox', 'nats']).describe('What pays refunds: the sandbox, or a gateway on NATS.'),
        push_networks: z
          .array(z.enum(['apns', 'fcm']))
          .describe('Push networks that are set up; for a trial, sandboxes take their place.'),
        social_logins: z.array(z.enum(['google', 'apple'])).describe('Providers of social logins.'),
        webauthn_origins: z.array(z.string()).describe('Origins that may request a login with a WebAuthn key.'),
        bus: z.array(z.enum(['in', 'out'])).describe('Directions of the bus that are on.'),
        checkpoint_copies: z
          .array(z.enum(['file', 'nats']))
          .describe('Where signed checkpoints are kept, in addition to PostgreSQL.'),
      })
      .describe('What is configured.'),
  })
  .describe('Settings of this service.')

const getSettingsOperation = {
  config: { scope: 'user', roles: ['operator', 'admin', 'auditor', 'integrator'] },
  schema: {
    tags: ['operations'],
    operationId: 'getSettings',
    summary: 'Settings of this service',
    description: prose(
      'Shows how this service is set up, the same for all clients: its environment, rules for refunds, how long data',
      'are kept, and what is configured. It has no addresses of other systems and no secrets. Consumers and machines',
      'are refused.',
    ),
    response: { 200: SettingsResponse },
  },
} as const

/** They do not change while the process runs. */
export function settingsRoutes(api: Api, config: Config & ShownConfig): void {
  const settings = toSettings(config)
  api.get('/settings', getSettingsOperation, async () => settings)
}

function toSettings(config: Config & ShownConfig): z.output<typeof SettingsResponse> {
  const { google, apple } = config.SOCIAL_PROVIDERS
  return {
    environment: config.ENVIRONMENT,
    void_four_eyes: requiresFourEyes(config),
    refund_cancel_window_ms: config.REFUND_CANCEL_WINDOW_MS,
    retention: {
      person_years: config.RETENTION_YEARS,
      delivery_days: DELIVERY_LIMITS.retentionDays,
      sms_days: config.SMS_RETENTION_DAYS,
      notification_days: config.NOTIFICATION_RETENTION_DAYS,
      detection_days: config.DETECTION_RETENTION_DAYS,
    },
    configured: {
      payment_network: config.PAYMENT_NETWORK,
      push_networks: namesOf({ apns: config.apns !== undefined, fcm: config.fcm !== undefined }),
      social_logins: namesOf({ google: google !== undefined, apple: apple !== undefined }),
      webauthn_origins: webauthnOrigins(config),
      bus: config.BUS,
      checkpoint_copies: namesOf({ file: config.CHECKPOINT_FILE !== undefined, nats: config.nats !== undefined }),
    },
  }
}

function namesOf<Name extends string>(configured: Record<Name, boolean>): Name[] {
  return (Object.keys(configured) as Name[]).filter(name => configured[name])
}
