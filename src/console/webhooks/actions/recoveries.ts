import type { Input } from '../../../client/types.ts'

type Recovery = Pick<Input<'recoverDeliveries'>['body'], 'mode' | 'status'>

/** What the API can send again, in words. */
export const RECOVERIES = [
  ['failed', 'Failed: deliveries whose attempts are used up'],
  ['missing', 'Missing: events that were never queued for it'],
  ['replay', 'Replay: all events of its types, delivered or not'],
] as const

export function recoveryOf(what: string): Recovery {
  if (what === 'replay') return { mode: 'replay' }
  return { mode: 'recover', status: what === 'missing' ? 'missing' : 'failed' }
}
