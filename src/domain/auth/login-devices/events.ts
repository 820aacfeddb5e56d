import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'

/** What a login's device is known again by: its own id or, where a login names none, what sent it and from which network. */
export const RECOGNISED_BY = ['device_id', 'user_agent_and_network'] as const
export type RecognisedBy = (typeof RECOGNISED_BY)[number]

/** Which devices a user has logged in from, in `logindevices-<user_id>`. */
const LoginDeviceEvents = {
  /**
   * The user logged in from a device that is not among those known. `device` is a digest under the user's own key, so that after an
   * erasure nobody can find out what it was. `is_first`: none was known, which is no news to the user.
   */
  LoginDeviceAdded: z.strictObject({
    client_id: z.string(),
    device: z.string(),
    how: z.enum(RECOGNISED_BY),
    is_first: z.boolean(),
  }),
  /** The person's data are gone; whoever has the account from now on begins without a device. */
  LoginDevicesForgotten: z.strictObject({}),
}
export type LoginDeviceEvent = EventOf<typeof LoginDeviceEvents>
export type LoginDeviceEventType = LoginDeviceEvent['type']

export const loginDeviceStreams = category({ prefix: 'logindevices-', events: LoginDeviceEvents })
