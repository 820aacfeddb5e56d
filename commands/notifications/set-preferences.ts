import { z } from 'zod'
import { type Preferences, preferences } from '#domain/notifications/preferences/decider.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '#domain/notifications/preferences/events.ts'
import { isTimezone } from '#domain/notifications/preferences/quiet-hours.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import type { ErrorCode } from '#values/errors.ts'
import { instant } from '#values/instant.ts'
import { prose } from '#values/prose.ts'

const TIMEZONE_LENGTH_MAX = 64
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00')

/** Strict: a misspelt field would set its default, or replace a change that the caller has not seen. */
export const PreferencesBody = z
  .strictObject({
    categories: z
      .strictObject(
        Object.fromEntries(
          NOTIFICATION_KINDS.map(category => [category, z.boolean().optional().describe(`Notify of ${category}.`)]),
        ),
      )
      .nullish()
      .transform(categories => categories ?? {})
      .describe(
        `Which events users are notified of: ${NOTIFICATION_KINDS.join(', ')}. Categories that are left out are on.`,
      ),
    quiet_hours: z
      .strictObject({
        from: TimeOfDay.describe('Start, `HH:MM`.'),
        to: TimeOfDay.describe('End, `HH:MM`; on the next day when it is not later than the start.'),
        timezone: z
          .string()
          .max(TIMEZONE_LENGTH_MAX)
          .refine(isTimezone, 'must be a time zone of the IANA database such as Europe/Madrid')
          .describe('The time zone, a name of the IANA database such as `Europe/Madrid`.'),
      })
      .refine(({ from, to }) => from !== to, { error: 'must differ from `from`', path: ['to'] })
      .nullish()
      .transform(hours => hours ?? null)
      .describe('When notifications of normal and low priority are held back; null or left out for never.'),
    expected_updated_at: instant
      .transform(text => new Date(text).toISOString())
      .nullable()
      .optional()
      .describe(
        prose(
          'The `updated_at` that you have read, null if there was none: CONFLICT if the preferences were changed',
          'since. Without it, any preferences are replaced.',
        ),
      ),
    updated_at: z.unknown().optional().describe('Ignored: part of the response only.'),
  })
  .meta({
    id: 'NotificationPreferencesToSet',
    description: 'Which events the users of a client are notified of, and when.',
  })
type PreferencesBody = z.output<typeof PreferencesBody>

export const setPreferencesErrors = ['CONFLICT'] as const satisfies readonly ErrorCode[]

/**
 * Idempotent. Notifications that are already queued are not affected. Throws CONFLICT when the last change is not the
 * expected one.
 */
export async function setPreferences(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { categories, quiet_hours, expected_updated_at: expected }: PreferencesBody,
): Promise<Preferences> {
  const off = NOTIFICATION_KINDS.filter((category: NotificationKind) => categories[category] === false)
  const command = { type: 'set', data: { off, quiet_hours }, expected } as const
  const { state } = await execute.run(preferences, context.actor.client_id, command, context)
  return state
}
