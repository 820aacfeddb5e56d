import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, plain } from '#event-sourcing/field-classes.ts'

/** A device is recognised by its own id or, without one, by user agent and network. */
export const RECOGNISED_BY = ['device_id', 'user_agent_and_network'] as const
export type RecognisedBy = (typeof RECOGNISED_BY)[number]

const LoginDeviceEvents = {
  /**
   * `device` is a digest under the user's own key, so that an erasure makes it unreadable. `is_first`: no device was
   * known, so the user is not notified.
   */
  LoginDeviceAdded: z.strictObject({
    client_id: plain(z.string()),
    device: hidden(z.string()),
    ...plain({ how: z.enum(RECOGNISED_BY), is_first: z.boolean() }),
  }),
  /** The person was erased; the next user of the account begins without devices. */
  LoginDevicesForgotten: z.strictObject({}),
}
export type LoginDeviceEvent = EventOf<typeof LoginDeviceEvents>
export type LoginDeviceEventType = LoginDeviceEvent['type']

export const loginDeviceStreams = category({ prefix: 'logindevices-', events: LoginDeviceEvents })
