import type { Decider } from '#decider.ts'
import type { DeliveryEvent } from './events.ts'

export type DeliveryCommand = { type: 'exhaust'; data: DeliveryEvent['data'] }

/** `exhaustedAt`: after how many attempts it was last given up; 0 = never. */
export type DeliveryState = { exhaustedAt: number }

/** A repeated report is nothing new; a recovered delivery that is given up again, after more attempts, is. */
export const deliveryDecider: Decider<DeliveryCommand, DeliveryState, DeliveryEvent> = {
  initial: { exhaustedAt: 0 },
  decide: ({ data }, { exhaustedAt }) => (data.attempts > exhaustedAt ? [{ type: 'DeliveryExhausted', data }] : []),
  evolve: (_, { data }) => ({ exhaustedAt: data.attempts }),
}
