import { z } from 'zod'
import type { Vault } from '#edge/vault/vault.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'

/** Where a walk stands: its last transaction, how many it has told, and how many there were at its begin. */
export type Walked = { at: number; transaction_key: string; told: number; total: number }

/** Hex digits. */
const SEAL_LENGTH = 32

const digits = z.string().regex(/^-?\d{1,15}$/)

/**
 * Cursors of one question. They are sealed under the master key, which all processes share and restarts keep: one that was changed would count
 * its walk anew, and so it is refused like that of another question.
 */
export function batchCursors({ digest }: Pick<Vault, 'digest'>, question: string) {
  const sealOf = (place: readonly (string | number)[]) =>
    digest('fraud batch cursor', place.join(' ')).slice(0, SEAL_LENGTH)
  const Place = z
    .tuple([z.literal(question), digits, z.uuid(), digits, digits, z.string()])
    .refine(([...place]) => place.pop() === sealOf(place))
    .transform(([, at, transaction_key, told, total]): Walked => {
      return { at: Number(at), transaction_key, told: Number(told), total: Number(total) }
    })
  return {
    write({ at, transaction_key, told, total }: Walked): string {
      const place = [question, at, transaction_key, told, total]
      return cursorOf(...place, sealOf(place))
    },
    read: (cursor: string): Walked => readCursor(cursor, Place, 'INVALID_FILTER_PARAMS', 'pagination.cursor'),
  }
}
