import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Placed } from './in-order.ts'
import type { Refusal } from './row.ts'

const Place = z.object({ at: z.string(), kind: z.enum(['transaction', 'outcome']), line: z.int(), id: z.string() })
const Reached = z.object({
  client_id: z.string(),
  /** SHA-256 of the file, hexadecimal: of another one it says nothing. */
  digest: z.string(),
  /** The last entry before which all are recorded, itself included. */
  place: Place,
  /** What was told of those. */
  refused: z.array(z.object({ line: z.int(), field: z.string(), reason: z.string() })),
})
export type Place = z.infer<typeof Place>
export type Reached = { place: Place; refused: readonly (Refusal & { line: number })[] }

/**
 * How far an import came, in a file beside the one that is imported. It saves time and nothing else: without it, as in a folder that is read-only,
 * what is recorded is found recorded.
 */
export function createProgressFile(file: string, client_id: string, digest: string) {
  const path = `${file}.imported`
  return {
    read(): Reached | null {
      try {
        const reached = Reached.parse(JSON.parse(readFileSync(path, 'utf8')))
        return reached.client_id === client_id && reached.digest === digest ? reached : null
      } catch {
        return null
      }
    },
    write(reached: Reached): void {
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

export function placeOf({ at, kind, line, input }: Placed): Place {
  return { at, kind, line, id: input.transaction_id }
}
