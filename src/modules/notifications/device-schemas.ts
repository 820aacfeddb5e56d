import { z } from 'zod'
import { PLATFORMS } from '#domain/notifications/devices/events.ts'
import { timestamp } from '#values/instant.ts'

const registration_id = z
  .string()
  .describe(
    'The id of the registration: `dev_` and a UUID, 40 characters; the same as long as the device keeps its id.',
  )
const device_id = z.string().describe('The device, by your own id.')
const platform = z.enum(PLATFORMS).describe('The push network: ios (APNs) or android (FCM).')
const status = z
  .enum(['active', 'inactive'])
  .describe(
    'Whether notifications reach it. A device is inactive when another device registered its token later or the network reports the token as dead: register it again.',
  )
const registered_at = timestamp('Time of the present registration; repeating it changes nothing')

/** Source: the spec, "Notification device registration". */
export const DeviceRegistrationResponse = z
  .object({ registration_id, device_id, platform, status, registered_at })
  .meta({ id: 'PushDevice', description: 'A registered device.' })

export const DeviceListResponse = z
  .object({
    data: z
      .array(
        DeviceRegistrationResponse.extend({
          user_id: z.string().describe('The user of the device, by your own id.'),
          app_version: z.string().nullable().describe('The version of the app; null when unknown.'),
          language: z.string().nullable().describe('The language of the user; null when unknown.'),
          last_seen_at: timestamp('Time of the last registration, unchanged ones included'),
        }).meta({ id: 'PushDeviceListed', description: 'A device of a user.' }),
      )
      .describe('The newest registration first, without tokens.'),
    pagination: z
      .object({
        next_cursor: z.string().nullable().describe('For the next page; null on the last.'),
        has_more: z.boolean().describe('Whether there is another page.'),
      })
      .describe('The position of this page.'),
  })
  .describe('A page of devices.')

export const RegistrationParams = z.object({ registration_id })

export const UnregisteredDeviceResponse = z
  .object({ registration_id, status: z.literal('unregistered').describe('Always unregistered.') })
  .describe('The device is no longer registered.')
