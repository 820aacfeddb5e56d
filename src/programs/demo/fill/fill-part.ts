import type { Client } from '#client/index.ts'

/** Makes records, and returns in words what it made. `name` begins their ids. */
export type FillPart = (client: Client, name: string, now: number, signal: AbortSignal) => Promise<string>
