import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ModelName } from '#domain/fraud/models/decider.ts'
import type { Reference } from '#domain/fraud/reference.ts'
import { readModel, refusal } from './model.ts'

/** A model that this process could score by. */
export type ModelFile = ModelName & { file: string; bytes: Uint8Array; reference: Reference | null }

/** Where models are: the one that the release brings, and a folder with others. */
export type ModelPlaces = { shipped: string; folder: string | undefined }

/** Rejects with a PlainError that names the file and what is wrong with it. */
export async function modelFile(file: string): Promise<ModelFile> {
  const bytes = await readFile(file).catch(error => Promise.reject(refusal(file, error)))
  const { version, reference } = readModel(file, bytes)
  return { file, bytes, version, reference, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** All that can be used, the release's own first; of two files with one version the first. What can't be used is told in the log. */
export async function modelFiles({ shipped, folder }: ModelPlaces, log: Pick<Logger, 'warn'>): Promise<ModelFile[]> {
  const others =
    folder === undefined
      ? []
      : globSync('*.onnx', { cwd: folder })
          .sort()
          .map(name => join(folder, name))
  const found: ModelFile[] = []
  for (const file of [shipped, ...others])
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
