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
  /** SHA-256 of the file, hexadecimal: of another one it says nothing. */
  digest: z.string(),
  /** The last entry before which all are recorded, itself included. */
  place: FilePosition,
  /** What was told of those. */
  refused: z.array(z.object({ line: z.int(), field: z.string(), reason: z.string() })),
})
export type FilePosition = z.infer<typeof FilePosition>
export type ImportProgress = { place: FilePosition; refused: readonly (RowRefusal & { line: number })[] }

/**
 * How far an import came, in a file beside the one that is imported. It saves time and nothing else: without it, as in a folder that is read-only,
 * what is recorded is found recorded.
 */
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
        // See above.
      }
    },
    remove: () => rmSync(path, { force: true }),
  }
}

export function positionOf({ at, kind, line, input }: FileEntry): FilePosition {
  return { at, kind, line, id: input.transaction_id }
}
