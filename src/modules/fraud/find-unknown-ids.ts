import { sql } from 'slonik'
import { z } from 'zod'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

type IdFilters = {
  user_id?: string | undefined
  account_ids?: readonly string[] | undefined
  transaction_ids?: readonly string[] | undefined
}

const Text = z.object({ text: z.string() })

export async function findUnknownIds(
  db: Database,
  client_id: string,
  { user_id, account_ids = [], transaction_ids = [] }: IdFilters,
): Promise<{ users: readonly string[]; accounts: readonly string[]; transactions: readonly string[] }> {
  const missing = (column: 'user_id' | 'account_id', names: readonly string[]) =>
    names.length === 0
      ? []
      : db.anyFirst(sql.type(Text)`
          select text from unnest(${sql.array([...names], 'text')}) as asked (text)
          where not exists (
            select 1 from read.fraud_transactions where client_id = ${client_id} and ${sql.identifier([column])} = text)`)
  const ids = new Map(transaction_ids.map(id => [transactionStreams.id(client_id, id), id]))
  const known = () =>
    db.anyFirst(sql.type(Text)`
      select transaction_key::text as text from read.fraud_transactions
      where client_id = ${client_id} and transaction_key = any(${sql.array([...ids.keys()], 'uuid')})`)
  const [users, accounts, found] = await rejectIfUnbuilt(
    Promise.all([
      missing('user_id', user_id === undefined ? [] : [user_id]),
      missing('account_id', account_ids),
      ids.size === 0 ? [] : known(),
    ]),
  )
  for (const key of found) ids.delete(key)
  return { users, accounts, transactions: [...ids.values()] }
}
