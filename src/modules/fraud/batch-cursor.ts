import { z } from 'zod'
import type { Vault } from '#edge/vault/vault.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'

export type BatchPosition = { at: number; transaction_key: string; returned: number; total: number }

const MAC_LENGTH = 32

const digits = z.string().regex(/^-?\d{1,15}$/)

/** Authenticated under the master key, which all processes share: a changed cursor is refused. */
export function createBatchCursors({ digest }: Pick<Vault, 'digest'>, queryId: string) {
  const macOf = (fields: readonly (string | number)[]) =>
    digest('fraud batch cursor', fields.join(' ')).slice(0, MAC_LENGTH)
  const Position = z
    .tuple([z.literal(queryId), digits, z.uuid(), digits, digits, z.string()])
    .refine(([...fields]) => fields.pop() === macOf(fields))
    .transform(([, at, transaction_key, returned, total]): BatchPosition => {
      return { at: Number(at), transaction_key, returned: Number(returned), total: Number(total) }
    })
  return {
    write({ at, transaction_key, returned, total }: BatchPosition): string {
      const fields = [queryId, at, transaction_key, returned, total]
      return cursorOf(...fields, macOf(fields))
    },
    read: (cursor: string): BatchPosition => readCursor(cursor, Position, 'INVALID_FILTER_PARAMS', 'pagination.cursor'),
  }
}
