import { hash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { ModelName } from '#domain/fraud/models/decider.ts'
import { type ParsedModel, parseModel, unusableError } from './model.ts'

export type ModelFile = ModelName & ParsedModel & { file: string; bytes: Uint8Array }

export type ModelLocations = { shipped: string; folder: string | undefined }

/** Rejects with a OperationalError that names the file and the problem. */
export async function readModelFile(file: string): Promise<ModelFile> {
  const bytes = await readFile(file).catch(error => Promise.reject(unusableError(file, error)))
  return { file, bytes, ...parseModel(file, bytes), sha256: hash('sha256', bytes) }
}

/** Other files are not parsed: their versions may be wrong. */
export async function findModelFile(
  locations: ModelLocations,
  sha256: string,
): Promise<Pick<ModelFile, 'file' | 'bytes'> | null> {
  for (const file of filesIn(locations)) {
    const bytes = await readFile(file).catch(() => null)
    if (bytes !== null && hash('sha256', bytes) === sha256) return { file, bytes }
  }
  return null
}

export type ModelFileSummary = Omit<ModelFile, 'ensemble' | 'bytes'>

/** More models than an installation has; further files are parsed again on each request. */
const FILES_CACHED_MAX = 64

/** Parsing takes 50 ms of the event loop, so summaries are cached until the file changes. */
export function createModelFiles(
  locations: ModelLocations,
  log: Pick<Logger, 'warn'>,
): () => Promise<ModelFileSummary[]> {
  const cache = new LRUCache<string, ModelFileSummary>({ max: FILES_CACHED_MAX })

  async function readSummary(file: string): Promise<ModelFileSummary> {
    const { size, mtimeNs, ctimeNs, ino } = await stat(file, { bigint: true }).catch(error =>
      Promise.reject(unusableError(file, error)),
    )
    const key = [file, size, mtimeNs, ctimeNs, ino].join(' ')
    const before = cache.get(key)
    if (before !== undefined) return before
    const { ensemble: _, bytes: __, ...read } = await readModelFile(file)
    cache.set(key, read)
    return read
  }

  /** Usable models, the release's own first; of equal versions the first. Others are logged. */
  return async () => {
    const found: ModelFileSummary[] = []
    for (const file of filesIn(locations))
      try {
        const read = await readSummary(file)
        const sameVersion = found.find(({ version }) => version === read.version)
        if (sameVersion === undefined) found.push(read)
        else if (sameVersion.sha256 !== read.sha256)
          log.warn({ file, version: read.version, known: sameVersion.file }, 'two model files have the same version')
      } catch (error) {
        log.warn({ err: error }, 'a model file was skipped')
      }
    return found
  }
}

function filesIn({ shipped, folder }: ModelLocations): string[] {
  if (folder === undefined) return [shipped]
  const others = globSync('*.onnx', { cwd: folder }).sort()
  return [shipped, ...others.map(name => join(folder, name))]
}
