import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ModelName } from '#domain/fraud/models/decider.ts'
import { type ReadModel, readModel, refusal } from './model.ts'

/** A model that this process could score by. */
export type ModelFile = ModelName & ReadModel & { file: string; bytes: Uint8Array }

/** Where models are: the one that the release brings, and a folder with others. */
export type ModelPlaces = { shipped: string; folder: string | undefined }

/** Rejects with a PlainError that names the file and what is wrong with it. */
export async function modelFile(file: string): Promise<ModelFile> {
  const bytes = await readFile(file).catch(error => Promise.reject(refusal(file, error)))
  return { file, bytes, ...readModel(file, bytes), sha256: digestOf(bytes) }
}

/** The file with that content, whatever others say of their version; null where there is none. Files that are another's are not understood for it. */
export async function fileWith(places: ModelPlaces, sha256: string): Promise<Pick<ModelFile, 'file' | 'bytes'> | null> {
  for (const file of filesIn(places)) {
    const bytes = await readFile(file).catch(() => null)
    if (bytes !== null && digestOf(bytes) === sha256) return { file, bytes }
  }
  return null
}

/** All that can be used, the release's own first; of two files with one version the first. What can't be used is told in the log. */
export async function modelFiles(places: ModelPlaces, log: Pick<Logger, 'warn'>): Promise<ModelFile[]> {
  const found: ModelFile[] = []
  for (const file of filesIn(places))
    try {
      const read = await modelFile(file)
      const twin = found.find(({ version }) => version === read.version)
      if (twin === undefined) found.push(read)
      else if (twin.sha256 !== read.sha256)
        log.warn({ file, version: read.version, known: twin.file }, 'two models say that they are of one version')
    } catch (error) {
      log.warn({ err: error }, 'a model was passed over')
    }
  return found
}

function filesIn({ shipped, folder }: ModelPlaces): string[] {
  if (folder === undefined) return [shipped]
  const others = globSync('*.onnx', { cwd: folder }).sort()
  return [shipped, ...others.map(name => join(folder, name))]
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
