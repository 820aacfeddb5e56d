import type { Vault } from './vault.ts'

const DAY_LENGTH = 'YYYY-MM-DD'.length
const DAY_MS = 86_400_000

/**
 * The vault's subject of what belongs to a UTC day and somebody, or something, of it: the days of a prefix can be forgotten one by one, by
 * deleting their keys.
 */
export function daySubject(prefix: string, owner: string, now: Date): string {
  return `${prefix}${dayOf(now)}:${owner}`
}

/** Deletes the keys of a prefix's days that are over for so many days, and nothing younger. Answers how many. */
export async function eraseDays(
  vault: Pick<Vault, 'eraseBefore'>,
  prefix: string,
  days: number,
  now: Date,
): Promise<number> {
  return vault.eraseBefore(prefix, `${prefix}${dayOf(new Date(now.getTime() - days * DAY_MS))}`)
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, DAY_LENGTH)
}
