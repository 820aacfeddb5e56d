import { readFileSync, writeFileSync } from 'node:fs'

const SAMPLES = new URL('../fixtures/stored-events.json', import.meta.url)
const FROZEN = new URL('../fixtures/stored-events-frozen.json', import.meta.url)

/**
 * One event of each type in each shape it was ever written in. Lines are added when a schema changes, and never
 * changed.
 */
export const storedEvents: { stream: string; type: string; data: object; obsolete?: true }[] = JSON.parse(
  readFileSync(SAMPLES, 'utf8'),
)

/** Digests of those that were there once. */
export const frozenEvents: string[] = JSON.parse(readFileSync(FROZEN, 'utf8'))

/** Adds those that are new. */
export function freezeEvents(digests: readonly string[]): void {
  frozenEvents.push(...digests.filter(digest => !frozenEvents.includes(digest)))
  writeFileSync(FROZEN, `${JSON.stringify(frozenEvents, null, 2)}\n`)
}
