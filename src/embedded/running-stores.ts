import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeSecret } from '#config/secret-file.ts'

export type RunningStores = { eventStoreUrl?: string | undefined; databaseUrl?: string | undefined }

const StoresFile = z.object({ eventStoreUrl: z.string().optional(), databaseUrl: z.string().optional() })

function fileOf(dataDir: string): string {
  return join(dataDir, 'stores.json')
}

/** For commands on this machine. PostgreSQL's URL contains its password. */
export function writeRunningStores(dataDir: string, stores: RunningStores): void {
  writeSecret(fileOf(dataDir), `${JSON.stringify(stores, null, 2)}\n`)
}

export function deleteRunningStores(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/** Null while the service that has locked the folder is starting or ending. */
export function readRunningStores(dataDir: string): RunningStores | null {
  try {
    return StoresFile.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return null
  }
}
