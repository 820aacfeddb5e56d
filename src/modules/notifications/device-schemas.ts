import { z } from 'zod'
import { PLATFORMS } from '#domain/notifications/devices/events.ts'
import { timestamp } from '#values/instant.ts'

const registration_id = z
  .string()
  .describe('The registration: `dev_` and a UUID, 40 characters; the same for as long as the device has its id.')
const device_id = z.string().describe('The device, by your own id.')
const platform = z.enum(PLATFORMS).describe('Which push network it is reached by: ios (APNs) or android (FCM).')
const status = z
  .enum(['active', 'inactive'])
  .describe(
    'Whether notifications reach it. Inactive is one whose token another device was registered with later: register it anew with its own.',
  )
const registered_at = timestamp('When it was registered as it is now; the same once more changes nothing')

/** The spec's "Notification device registration". */
export const DeviceRegistrationResponse = z
  .object({ registration_id, device_id, platform, status, registered_at })
  .meta({ id: 'PushDevice', description: 'A device that is registered.' })

export const DeviceListResponse = z
  .object({
    data: z
      .array(
        DeviceRegistrationResponse.extend({
          user_id: z.string().describe('Whose device it is, by your own id.'),
          app_version: z.string().nullable().describe('The version of the app; null when not said.'),
          language: z.string().nullable().describe('The language that its user reads; null when not said.'),
          last_seen_at: timestamp('When it was registered for the last time, also with nothing new'),
        }).meta({ id: 'PushDeviceListed', description: "A device of a user's." }),
      )
      .describe('The newest registration first. Tokens are told to nobody.'),
    pagination: z
      .object({
        next_cursor: z.string().nullable().describe('For the next page; null on the last.'),
        has_more: z.boolean().describe('Whether there is another page.'),
      })
      .describe('Where this page stands among the others.'),
  })
  .describe('A page of devices.')

export const RegistrationParams = z.object({ registration_id })

export const UnregisteredDeviceResponse = z
  .object({ registration_id, status: z.literal('unregistered').describe('Always unregistered.') })
  .describe('The device is not registered any more.')
