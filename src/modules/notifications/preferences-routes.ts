import { z } from 'zod'
import { PreferencesBody, setPreferences, setPreferencesErrors } from '#commands/notifications/set-preferences.ts'
import { type Preferences, preferences } from '#domain/notifications/preferences/decider.ts'
import { NOTIFICATION_KINDS } from '#domain/notifications/preferences/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { timestampOrNull } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { rateLimit, tags } from './operation.ts'

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
    summary: 'Get the notification preferences',
    description: 'Returns which events the service notifies your users of by itself, and the quiet hours.',

    response: { 200: NotificationPreferencesResponse },
  },
} as const

const setPreferencesOperation = {
  config: { ...routeConfig, errors: setPreferencesErrors },
  schema: {
    tags,
    operationId: 'setNotificationPreferences',
    summary: 'Set the notification preferences',
    description: prose(
      'Replaces all preferences: categories that are left out are on, and without `quiet_hours` nothing is held',
      'back. Quiet hours hold back notifications of normal and low priority, also those that you send. They are',
      'sent at the end of the quiet hours, when their time to live begins; of several with the same collapse id',
      'only the newest. Notifications that are already queued are not affected. CONFLICT: the preferences were',
      'changed after `expected_updated_at`; `details.updated_at` contains the time of the last change. `updated_at` is',
      'ignored, so that preferences from a response can be changed and sent back; any other unknown field is refused.',
    ),

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
