import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '#config/config.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startOfflineEventStore } from '#lifecycle/offline-stores.ts'
import { type ExportParams, exportEvents } from '#modules/audit/export-events.ts'
import { ENCODINGS, type Encoding } from '#modules/audit/manifest.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { modules } from '#modules.ts'
import { loadRedactor } from '#privacy/redaction.ts'
import { CommandError, parseTime, runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount } from '#terminal/progress.ts'
import { signingKeysOf } from './keys.ts'

const facts = modules.flatMap(module => module.historyViews ?? [])
const personal = modules.flatMap(module => module.personalData ?? [])
const familyNames = facts.map(({ plural }) => plural)

const COMMAND = {
  start: 'npm run audit -- export',
  about: `Writes every event, in the order in which they were recorded, and a signed manifest as the last line: a file that can be checked without
this service. It reads the event store alone; what is sealed stays sealed. It is signed by the first of AUDIT_KEYS, or on embedded
defaults by the key of DATA_DIR. A file without a manifest is not whole.

Kinds of records: ${familyNames.join(', ')}`,
  options: {
    from: { type: 'string', value: 'TIME', help: 'events of this time and later; ISO 8601 with an offset' },
    to: { type: 'string', value: 'TIME', help: 'events of before this time' },
    family: { type: 'string', value: 'KIND', help: 'records of this kind alone' },
    client: { type: 'string', value: 'ID', help: 'events of this client alone' },
    format: { type: 'string', value: ENCODINGS.join('|'), default: 'ndjson', help: 'JSON lines, or CSV' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'where to; stdout unless given' },
  },
} as const

export const exportCommand: SubCommand = {
  form: '',
  summary: 'writes events to a file that anybody can check, with a signed manifest',
  run: argv =>
    runCommand(
      COMMAND,
      ({ values: { from, to, family, client, format, output } }) => {
        const [after, before] = [parseTime('--from', from) ?? null, parseTime('--to', to) ?? null]
        if (after !== null && before !== null && new Date(after) >= new Date(before))
          throw new UsageError('--from must be before --to')
        if (family !== undefined && !familyNames.includes(family))
          throw new UsageError(`--family must be one of ${familyNames.join(', ')}`)
        const encoding = encodingOf(format)
        const request = { client_id: client ?? null, family: family ?? null, from: after, to: before, encoding }
        return exportTo(output ?? null, request)
      },
      argv,
    ),
}

function encodingOf(text: string): Encoding {
  const encoding = ENCODINGS.find(name => name === text)
  if (encoding === undefined) throw new UsageError(`--format must be one of ${ENCODINGS.join(', ')}`)
  return encoding
}

async function exportTo(output: string | null, request: Omit<ExportParams, 'exported_by' | 'end'>): Promise<void> {
  const config = readConfig()
  const stores = await startOfflineEventStore(config)
  const store = connectEventStore(stores.eventStoreUrl)
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  const progress = createProgressLine()
  let written = 0
  try {
    // The command line has no token: whoever runs it is known to this machine alone.
    const exported_by = { sub: `system:audit (${userInfo().username})`, client_id: 'none', role: 'system' }
    const whole = { ...request, exported_by, end: await store.end() }
    const leftOut = (signal: AbortSignal) => loadRedactor(store, personal, signal)
    const deps = { store, signer: createSigner(signingKeysOf(config)), facts, now: () => new Date(), leftOut }
    const chunks = exportEvents(deps, whole, interrupted.signal, counts => {
      written = counts.written
      progress.show(() => `${formatCount(counts.read)} events read, ${formatCount(written)} written`)
    })
    if (output === null) await pipeline(chunks, process.stdout, { end: false })
    else await writeFileAtomically(output, to => pipeline(chunks, to))
    progress.clear()
    process.stderr.write(`${formatCount(written)} events exported\n`)
  } catch (error) {
    progress.clear()
    if (interrupted.signal.aborted) throw new CommandError('interrupted: what was written is not whole')
    if (error instanceof Error && 'syscall' in error) throw new CommandError(`it can't be written: ${error.message}`)
    throw error
  } finally {
    await store.close()
    await stores.stop()
  }
}

/** Under another name until it is whole, so that nobody takes a part for the file. */
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
