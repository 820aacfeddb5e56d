import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { FileEntry } from './entry-store.ts'
import type { RowRefusal } from './row.ts'

const FilePosition = z.object({
  at: z.string(),
  kind: z.enum(['transaction', 'outcome']),
  line: z.int(),
  id: z.string(),
})
const ImportProgress = z.object({
  client_id: z.string(),
  /** SHA-256 of the file in hex; the progress counts for this file alone. */
  digest: z.string(),
  place: FilePosition,
  refused: z.array(z.object({ line: z.int(), field: z.string(), reason: z.string() })),
})
export type FilePosition = z.infer<typeof FilePosition>
export type ImportProgress = { place: FilePosition; refused: readonly (RowRefusal & { line: number })[] }

/** Saves time only: without the file, as in a read-only folder, each entry is found recorded. */
export function createProgressFile(file: string, client_id: string, digest: string) {
  const path = `${file}.imported`
  return {
    read(): ImportProgress | null {
      try {
        const reached = ImportProgress.parse(JSON.parse(readFileSync(path, 'utf8')))
        return reached.client_id === client_id && reached.digest === digest ? reached : null
      } catch {
        return null
      }
    },
    write(reached: ImportProgress): void {
      try {
        writeFileSync(`${path}.new`, JSON.stringify({ client_id, digest, ...reached }))
        renameSync(`${path}.new`, path)
      } catch {
        // A read-only folder.
      }
    },
    remove: () => rmSync(path, { force: true }),
  }
}

export function positionOf({ at, kind, line, input }: FileEntry): FilePosition {
  return { at, kind, line, id: input.transaction_id }
}
