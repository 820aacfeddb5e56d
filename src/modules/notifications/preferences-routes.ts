import { z } from 'zod'
import { PreferencesBody, setPreferences } from '#commands/notifications/set-preferences.ts'
import { type Preferences, preferences } from '#domain/notifications/preferences/decider.ts'
import { NOTIFICATION_KINDS } from '#domain/notifications/preferences/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { timestampOrNull } from '#values/instant.ts'
import { rateLimit, tags } from './operation.ts'
import texts from './operations.json' with { type: 'json' }

/** Other readers, consumers and auditors, see notifications and not a client's settings. */
const routeConfig = { ...rateLimit, scope: 'notify:read', roles: ['integrator', 'admin'] } as const

const NotificationPreferencesResponse = z
  .object({
    categories: z
      .object(
        Object.fromEntries(
          NOTIFICATION_KINDS.map(category => [
            category,
            z.boolean().describe(`Whether users are notified of ${category}.`),
          ]),
        ),
      )
      .describe('The events that the service notifies users of by itself.'),
    quiet_hours: z
      .object({
        from: z.string().describe('Start, `HH:MM`.'),
        to: z.string().describe('End, `HH:MM`.'),
        timezone: z.string().describe('The time zone, a name of the IANA database.'),
      })
      .nullable()
      .describe('When notifications of normal and low priority are held back; null = never.'),
    updated_at: timestampOrNull('Time of the last change, null when there was none'),
  })
  .meta({ id: 'NotificationPreferences', description: 'Which events the users of a client are notified of, and when.' })

const getPreferencesOperation = {
  config: routeConfig,
  schema: {
    tags,
    operationId: 'getNotificationPreferences',
    ...texts.getNotificationPreferences,
    response: { 200: NotificationPreferencesResponse },
  },
} as const

const setPreferencesOperation = {
  config: routeConfig,
  schema: {
    tags,
    operationId: 'setNotificationPreferences',
    ...texts.setNotificationPreferences,
    body: PreferencesBody,
    response: { 200: NotificationPreferencesResponse },
  },
} as const

export function preferencesRoutes(api: Api, service: NotificationService): void {
  api.get('/notifications/preferences', getPreferencesOperation, async ({ caller }) =>
    toResponse((await service.execute.load(preferences, caller.client_id)).state),
  )

  api.put('/notifications/preferences', setPreferencesOperation, async request =>
    toResponse(await setPreferences(service, contextOf(request, service.now()), request.body)),
  )
}

function toResponse({ off, quiet_hours, updated_at }: Preferences) {
  const categories = Object.fromEntries(NOTIFICATION_KINDS.map(category => [category, !off.includes(category)]))
  return { categories, quiet_hours, updated_at }
}
