import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeSecret } from '#config/secret-file.ts'

/** Where the embedded stores of a data folder answer; one that is not embedded is not there. */
export type RunningStores = { eventStoreUrl?: string | undefined; databaseUrl?: string | undefined }

const StoresFile = z.object({ eventStoreUrl: z.string().optional(), databaseUrl: z.string().optional() })

function fileOf(dataDir: string): string {
  return join(dataDir, 'stores.json')
}

/** Tells commands on this machine where the stores of the service are. The address of PostgreSQL has its password. */
export function writeRunningStores(dataDir: string, stores: RunningStores): void {
  writeSecret(fileOf(dataDir), `${JSON.stringify(stores, null, 2)}\n`)
}

/** Whoever has locked the folder calls it before its stores are up, and when they end: what the file tells is there. */
export function deleteRunningStores(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/** Of the service that has locked the folder; null when it is just starting or ending. */
export function readRunningStores(dataDir: string): RunningStores | null {
  try {
    return StoresFile.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return null
  }
}
