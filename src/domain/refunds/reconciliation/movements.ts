import type { Recorded } from '#event-sourcing/decider.ts'
import type { RefundEvent, RefundEventData } from '../events.ts'

/** What the payment network was, or could have been, requested to do for one attempt: the transfer, or its reversal. */
export type Movement = {
  about: 'transfer' | 'reversal'
  attempt: number
  /** `none`: not requested. */
  outcome: 'none' | 'in_flight' | 'succeeded' | 'rejected' | 'completed' | 'failed'
  /** Of a success. */
  reference: string | null
  /** When the network could first be requested; null = never. */
  sent_at: string | null
  /** When the outcome was recorded, and by which event. */
  ended_at: string | null
  revision: number | null
  contradictions: readonly RefundEventData<'NetworkContradicted'>['said'][]
}

/** All movements of a refund, by attempt; the folded state has only the last one. */
export function movementsOf(events: readonly Recorded<RefundEvent>[]): Movement[] {
  const movements = new Map<string, Movement>()
  let current = 0

  function change(about: Movement['about'], attempt: number, changes: Partial<Movement>) {
    const name = `${about}:${attempt}`
    movements.set(name, { ...(movements.get(name) ?? initialMovement(about, attempt)), ...changes })
  }

  for (const { type, data, at, revision } of events)
    switch (type) {
      case 'RefundRequested':
        change('transfer', current, {})
        break
      case 'RefundRetried':
        current = data.attempt
        change('transfer', current, {})
        break
      case 'RefundProcessingStarted':
        change('transfer', data.attempt, { outcome: 'in_flight', sent_at: at })
        break
      case 'RefundCompleted':
      case 'TransferSettledAfterVoid':
        change('transfer', data.attempt, { outcome: 'succeeded', reference: data.reference, ended_at: at, revision })
        break
      case 'RefundFailed':
      case 'TransferFailedAfterVoid':
        change('transfer', data.attempt, { outcome: 'rejected', ended_at: at, revision })
        break
      case 'ReversalStarted':
        change('reversal', current, { outcome: 'in_flight', sent_at: at })
        break
      case 'ReversalCompleted':
        change('reversal', current, {
          outcome: 'completed',
          reference: data.reversal_reference,
          ended_at: at,
          revision,
        })
        break
      case 'ReversalFailed':
        change('reversal', current, { outcome: 'failed', ended_at: at, revision })
        break
      case 'NetworkContradicted': {
        const known = movements.get(`${data.about}:${data.attempt}`)?.contradictions ?? []
        change(data.about, data.attempt, { contradictions: [...known, data.said] })
      }
    }
  return [...movements.values()]
}

export function initialMovement(about: Movement['about'], attempt: number): Movement {
  const nothing = { outcome: 'none', reference: null, sent_at: null, ended_at: null, revision: null } as const
  return { about, attempt, ...nothing, contradictions: [] }
}

/** Money that moved is in a statement; failures are not in one that lists bookings only. */
export function isMoneyMoved({ outcome }: { outcome: string }): boolean {
  return outcome === 'succeeded' || outcome === 'completed'
}
