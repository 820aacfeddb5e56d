import { addDays, dayOf } from '#edge/postgres/day-partitions.ts'
import type { Vault } from './vault.ts'

/** The vault's subject for data of a UTC day and an owner. The days of a prefix can be erased one by one. */
export function daySubject(prefix: string, owner: string, now: Date): string {
  return `${prefix}${dayOf(now)}:${owner}`
}

/** Erases the days of a prefix that are over for more than `days`. Returns the number of keys. */
export async function eraseDays(
  vault: Pick<Vault, 'eraseBefore'>,
  prefix: string,
  days: number,
  now: Date,
): Promise<number> {
  return vault.eraseBefore(prefix, `${prefix}${addDays(dayOf(now), -days)}`)
}
