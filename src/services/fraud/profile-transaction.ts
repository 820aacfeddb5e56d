import { toBaseMinor } from '#domain/fraud/base-currency.ts'
import type { Operation } from '#domain/fraud/history.ts'
import type { ProfileTransaction } from '#domain/fraud/profile/events.ts'
import type { Vault } from '#edge/vault/vault.ts'

type TransactionInputFields = {
  timestamp: string
  amount_minor: number
  currency: string
  operation_type: string
  account_id: string | null
  merchant: { id: string | null; name: string | null; category: string | null } | null
  device: { ip: string | null; fingerprint: string | null } | null
}

/** Hex digits: 96 bits distinguish all devices of a client. */
const DIGEST_LENGTH = 24

/** Devices and addresses become digests that differ between clients. */
export function toProfileTransaction(
  vault: Pick<Vault, 'digest'>,
  clientId: string,
  { timestamp, amount_minor, currency, operation_type, account_id, merchant, device }: TransactionInputFields,
): Omit<ProfileTransaction, 'is_spike'> {
  const digest = (what: string, text: string | null | undefined) => digestOf(vault, clientId, what, text)
  return {
    timestamp,
    amount_minor,
    currency,
    base_minor: toBaseMinor(amount_minor, currency),
    operation_type: operation_type as Operation,
    merchant: merchantKeyOf(merchant),
    category: merchant?.category ?? null,
    device: digest('device', device?.fingerprint),
    ip: digest('ip', device?.ip),
    account: accountDigest(vault, clientId, account_id),
  }
}

export function accountDigest(
  vault: Pick<Vault, 'digest'>,
  clientId: string,
  account_id: string | null,
): string | null {
  return digestOf(vault, clientId, 'account', account_id)
}

function digestOf(vault: Pick<Vault, 'digest'>, clientId: string, what: string, text: string | null | undefined) {
  if (text === null || text === undefined) return null
  return vault.digest(`fraud ${what} of ${clientId}`, text).slice(0, DIGEST_LENGTH)
}

export function merchantKeyOf(merchant: { id: string | null; name: string | null } | null): string | null {
  return merchant?.id ?? merchant?.name ?? null
}
