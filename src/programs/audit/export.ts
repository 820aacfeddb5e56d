import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withOfflineEventStore } from '#lifecycle/offline-stores.ts'
import { type ExportParams, exportEvents } from '#modules/audit/export-events.ts'
import { ENCODINGS } from '#modules/audit/manifest.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { loadRedactor } from '#privacy/redaction.ts'
import { readServiceConfig } from '#service-config.ts'
import { abortOnInterrupt } from '#terminal/abort-on-termination.ts'
import { CommandError, parseChoice, parseTime, subCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount } from '#terminal/progress.ts'
import { signingKeysOf } from './keys.ts'
import { familyNames, historyViews, personalData } from './records.ts'

const COMMAND = {
  start: 'npm run audit -- export',
  summary: 'writes events to a file that anyone can check, with a signed manifest',
  about: `Writes every event, in the order in which they were recorded, and a signed manifest as the last line: a file that can be checked without
this service. Reads the event store alone; sealed values stay sealed. Signs with the first of AUDIT_KEYS, or on embedded defaults with
the key of DATA_DIR. A file without a manifest is incomplete.

Kinds of records: ${familyNames.join(', ')}`,
  options: {
    from: { type: 'string', value: 'TIME', help: 'events at this time and later; ISO 8601 with an offset' },
    to: { type: 'string', value: 'TIME', help: 'events before this time' },
    family: { type: 'string', value: 'KIND', help: 'records of this kind alone' },
    client: { type: 'string', value: 'ID', help: 'events of this client alone' },
    format: { type: 'string', value: ENCODINGS.join('|'), default: 'ndjson', help: 'JSON lines, or CSV' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'the file; stdout unless given' },
  },
} as const

export const exportCommand = subCommand(
  COMMAND,
  ({ values: { from, to, family = null, client = null, format, output } }) => {
    const [after, before] = [parseTime('--from', from) ?? null, parseTime('--to', to) ?? null]
    if (after !== null && before !== null && new Date(after) >= new Date(before))
      throw new UsageError('--from must be before --to')
    if (family !== null) parseChoice('--family', family, familyNames)
    const encoding = parseChoice('--format', format, ENCODINGS)
    return exportTo(output ?? null, { client_id: client, family, from: after, to: before, encoding })
  },
)

async function exportTo(output: string | null, params: Omit<ExportParams, 'exported_by' | 'end'>): Promise<void> {
  const config = readServiceConfig()
  const signal = abortOnInterrupt(new CommandError('interrupted: what was written is not whole'))
  using progress = createProgressLine()
  let written = 0
  await withOfflineEventStore(config, async store => {
    try {
      // A command has no token. The user's name means something on this machine only.
      const exported_by = { sub: `system:audit (${userInfo().username})`, client_id: 'none', role: 'system' }
      const redactorFor = (signal: AbortSignal) => loadRedactor(store, personalData, signal)
      const signer = createSigner(signingKeysOf(config))
      const deps = { store, signer, views: historyViews, now: () => new Date(), loadRedactor: redactorFor }
      const whole = { ...params, exported_by, end: await store.end() }
      const chunks = exportEvents(deps, whole, signal, counts => {
        written = counts.written
        progress.show(() => `${formatCount(counts.read)} events read, ${formatCount(written)} written`)
      })
      if (output === null) await pipeline(chunks, process.stdout, { end: false })
      else await writeFileAtomically(output, to => pipeline(chunks, to))
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) throw new CommandError(`it can't be written: ${error.message}`)
      throw error
    }
  })
  progress.clear()
  process.stderr.write(`${formatCount(written)} events exported\n`)
}

/** So that an incomplete file is never taken for the export. */
async function writeFileAtomically(name: string, write: (to: Writable) => Promise<void>): Promise<void> {
  const unfinished = `${name}.${randomUUID()}`
  try {
    await write(createWriteStream(unfinished, { flush: true }))
    await rename(unfinished, name)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
