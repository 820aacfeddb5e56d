import { z } from 'zod'
import { type Preferences, preferences } from '#domain/notifications/preferences/decider.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '#domain/notifications/preferences/events.ts'
import { isTimezone } from '#domain/notifications/preferences/quiet-hours.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'

const TIMEZONE_LENGTH_MAX = 64
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00')

export const PreferencesBody = z
  .object({
    categories: z
      .strictObject(
        Object.fromEntries(
          NOTIFICATION_KINDS.map(category => [category, z.boolean().optional().describe(`Whether of ${category}.`)]),
        ),
      )
      .nullish()
      .transform(categories => categories ?? {})
      .describe(`Whether users are told of each: ${NOTIFICATION_KINDS.join(', ')}. What is left out they are told of.`),
    quiet_hours: z
      .strictObject({
        from: TimeOfDay.describe('When they begin, `HH:MM`.'),
        to: TimeOfDay.describe('When they end, `HH:MM`; where that is not later than they begin, on the day after.'),
        timezone: z
          .string()
          .max(TIMEZONE_LENGTH_MAX)
          .refine(isTimezone, 'must be a time zone of the IANA database such as Europe/Madrid')
          .describe('Whose clocks these are: a zone of the IANA database such as `Europe/Madrid`.'),
      })
      .refine(({ from, to }) => from !== to, { error: 'must not be when they begin', path: ['to'] })
      .nullish()
      .transform(hours => hours ?? null)
      .describe('When nothing of normal or low priority goes out; null or left out, at no time.'),
  })
  .meta({ id: 'NotificationPreferencesToSet', description: 'What a client wants its users to be told.' })
type PreferencesBody = z.output<typeof PreferencesBody>

/** What a client wants from now on, all of it; the same again changes nothing. What is queued already goes as it was to go. */
export async function setPreferences(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { categories, quiet_hours }: PreferencesBody,
): Promise<Preferences> {
  const off = NOTIFICATION_KINDS.filter((category: NotificationKind) => categories[category] === false)
  const command = { type: 'set', data: { off, quiet_hours } } as const
  const { state } = await execute.run(preferences, context.actor.client_id, command, context)
  return state
}
