import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type DeliveryEvent, deliveryStreams } from './events.ts'

export type DeliveryCommand = { type: 'exhaust'; data: DeliveryEvent['data'] }

/** `given_up_after`: attempts when it was last given up; 0 = never. */
export type DeliveryState = { given_up_after: number }

/** A repeated report changes nothing; a recovered delivery that is given up again, after more attempts, is new. */
export const deliveryDecider: Decider<DeliveryCommand, DeliveryState, DeliveryEvent> = {
  initial: { given_up_after: 0 },
  decide: ({ data }, { given_up_after }) =>
    data.attempts > given_up_after ? [{ type: 'DeliveryExhausted', data }] : [],
  evolve: (_, { data }) => ({ given_up_after: data.attempts }),
}

export const deliveries = family(deliveryStreams, deliveryDecider)
