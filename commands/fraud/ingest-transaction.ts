import { isSpike } from '#domain/fraud/features.ts'
import { entryOf, type ProfileCommand, type ProfileState, profiles } from '#domain/fraud/profile/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { Device, deviceSealContext, type TransactionRecordedData } from '#domain/transactions/events.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { toProfileTransaction } from '#services/fraud/profile-transaction.ts'

/** Nobody waits for it, and scores of the same user may be under way. */
const RETRY_BUDGET_MS = 4_500

/** How far a transaction's time may lie ahead of the clock: one of tomorrow would push today's out of the windows. */
export const CLOCK_SKEW_MS_MAX = 300_000

type Needs = Pick<Service, 'execute' | 'vault' | 'log'>

/**
 * Enters a transaction that was recorded in its user's windows, unless it is there: scored or entered. `key`: the id of its stream. Answers
 * in how many milliseconds it may enter where its time has yet to come, and otherwise null.
 */
export async function ingestTransaction(
  service: Needs,
  contextFor: (clientId: string) => Context,
  key: string,
): Promise<number | null> {
  const { recorded } = (await service.execute.load(transactions, key)).state
  if (recorded === null) return null
  const { client_id, user_id, transaction_id } = recorded
  const context = contextFor(client_id)
  const aheadMs = Date.parse(recorded.timestamp) - context.now.getTime()
  if (aheadMs > CLOCK_SKEW_MS_MAX) return aheadMs
  const device = await openDevice(service, key, recorded)
  const fields = toProfileTransaction(service.vault, client_id, { ...recorded, device })
  const ingest = async ({ history }: ProfileState): Promise<ProfileCommand> => {
    const { at, base } = entryOf({ ...fields, is_spike: false })
    const transaction = { ...fields, is_spike: isSpike(history, at, base) }
    return { type: 'enter', whose: { client_id, user_id, transaction_id }, transaction }
  }
  const id = profiles.id(client_id, user_id)
  await service.execute.run(profiles, id, ingest, context, { retryBudgetMs: RETRY_BUDGET_MS })
  return null
}

/** What was erased is told apart from nothing any more. */
export async function openDevice(
  service: Pick<Service, 'vault' | 'log'>,
  key: string,
  recorded: TransactionRecordedData,
): Promise<Device | null> {
  if (recorded.device_sealed === undefined) return recorded.device
  const text = await openSealed(service, recorded.device_sealed.text, deviceSealContext(key))
  return text === null ? null : Device.parse(JSON.parse(text))
}
