import { z } from 'zod'
import { PreferencesBody, setPreferences } from '#commands/notifications/set-preferences.ts'
import { type Preferences, preferences } from '#domain/notifications/preferences/decider.ts'
import { NOTIFICATION_KINDS } from '#domain/notifications/preferences/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import { rateLimit } from '#services/notifications/limits.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { timestampOrNull } from '#values/instant.ts'

const described = { tags: ['notifications'] }
/** Of those who may read, consumers read what they were told and auditors what all were: what is to be told is neither's. */
const routeConfig = { ...rateLimit, scope: 'notify:read', roles: ['integrator', 'admin'] } as const

const NotificationPreferencesResponse = z
  .object({
    categories: z
      .object(
        Object.fromEntries(
          NOTIFICATION_KINDS.map(category => [category, z.boolean().describe(`Whether of ${category}.`)]),
        ),
      )
      .describe('Of what the service itself tells users.'),
    quiet_hours: z
      .object({
        from: z.string().describe('When they begin, `HH:MM`.'),
        to: z.string().describe('When they end, `HH:MM`.'),
        timezone: z.string().describe('Whose clocks these are: a zone of the IANA database.'),
      })
      .nullable()
      .describe('When nothing of normal or low priority goes out; null = at no time.'),
    updated_at: timestampOrNull('When the client said so, null while it never has'),
  })
  .meta({ id: 'NotificationPreferences', description: 'What a client wants its users to be told.' })

/** What the service itself tells a client's users, and when. */
export function preferencesRoutes(api: Api, service: NotificationService): void {
  api.get(
    '/notifications/preferences',
    {
      config: routeConfig,
      schema: {
        ...described,
        operationId: 'getNotificationPreferences',
        summary: 'What the service tells users by itself',
        description:
          'Which events your users are told of without anybody sending anything, and when nothing of normal or low priority goes out.',
        response: { 200: NotificationPreferencesResponse },
      },
    },
    async ({ caller }) => toResponse((await service.execute.load(preferences, caller.client_id)).state),
  )

  api.put(
    '/notifications/preferences',
    {
      config: routeConfig,
      schema: {
        ...described,
        operationId: 'setNotificationPreferences',
        summary: 'Choose what the service tells users by itself',
        description:
          'Sets all of it: what is left out is told, and at any time. Quiet hours hold back whatever has normal or low priority, also what you send: it goes out when they end, in its time to live from then on, and of what takes the place of something else only the newest. What is queued already goes as it was to go.',
        body: PreferencesBody,
        response: { 200: NotificationPreferencesResponse },
      },
    },
    async request => toResponse(await setPreferences(service, contextOf(request, service.now()), request.body)),
  )
}

function toResponse({ off, quiet_hours, updated_at }: Preferences) {
  const categories = Object.fromEntries(NOTIFICATION_KINDS.map(category => [category, !off.includes(category)]))
  return { categories, quiet_hours, updated_at }
}
