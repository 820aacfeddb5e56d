import { readFileSync } from 'node:fs'

/** One event of each type in each shape it was ever written in. Lines are added when a schema changes, and never changed. */
export const storedEvents: { stream: string; type: string; data: object; obsolete?: true }[] = JSON.parse(
  readFileSync(new URL('../fixtures/stored-events.json', import.meta.url), 'utf8'),
)
