import { z } from 'zod'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const WORD_LENGTH_MAX = 64

const given = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)

/** The spec's "Notification device registration". */
export const RegisterDeviceBody = z
  .object({
    user_id: given(plainText(ID_LENGTH_MAX)).describe(
      `Whose device it is, by your own id, 1 to ${ID_LENGTH_MAX} characters; a consumer is the user of the token, and needs to say nothing.`,
    ),
    device_id: plainText(ID_LENGTH_MAX).describe(
      `The device, by an id that stays the same whoever uses it, 1 to ${ID_LENGTH_MAX} characters.`,
    ),
    platform: plainText(WORD_LENGTH_MAX).describe(
      'Which push network it is reached by: ios (APNs) or android (FCM). Another one is NOTIF_005.',
    ),
    push_token: z
      .string()
      .describe(
        'What that network calls the app on this device: of ios 64 to 200 hexadecimal digits, of android 20 to 4,096 letters, digits, _, - and :. It is stored sealed and told to nobody. One that is not of the platform is NOTIF_001.',
      ),
    app_version: given(plainText(WORD_LENGTH_MAX)).describe(
      `The version of the app, 1 to ${WORD_LENGTH_MAX} characters; null or left out when not known.`,
    ),
    language: given(
      z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language code such as en or es-MX'),
    ).describe('The language that its user reads, a code such as en or es-MX; null or left out when not known.'),
  })
  .meta({ id: 'PushDeviceRegistration', description: 'A device that is to be reached.' })
export type RegisterDeviceBody = z.output<typeof RegisterDeviceBody>
