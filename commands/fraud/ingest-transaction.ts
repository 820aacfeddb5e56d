import { isSpike } from '#domain/fraud/features.ts'
import { entryOf, type ProfileCommand, type ProfileState, profiles } from '#domain/fraud/profile/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { Device, deviceSealContext, type TransactionRecordedData } from '#domain/transactions/events.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { toProfileTransaction } from '#services/fraud/profile-transaction.ts'

/** No caller waits, and scores of the same user may be in progress. */
const RETRY_BUDGET_MS = 4_500

/** Of a transaction's time: one of tomorrow would push today's transactions out of the windows. */
export const CLOCK_SKEW_MS_MAX = 300_000

type Needs = Pick<Service, 'execute' | 'vault' | 'log'>

/** `key`: the id of the transaction's stream. Returns null, or the milliseconds until the transaction's time comes. */
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
    return { type: 'enter', ref: { client_id, user_id, transaction_id }, transaction }
  }
  const id = profiles.id(client_id, user_id)
  await service.execute.run(profiles, id, ingest, context, { retryBudgetMs: RETRY_BUDGET_MS })
  return null
}

export async function openDevice(
  service: Pick<Service, 'vault' | 'log'>,
  key: string,
  recorded: TransactionRecordedData,
): Promise<Device | null> {
  if (recorded.device_sealed === undefined) return recorded.device
  const text = await openSealed(service, recorded.device_sealed.text, deviceSealContext(key))
  return text === null ? null : Device.parse(JSON.parse(text))
}
