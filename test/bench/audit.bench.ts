import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditKeys } from '#config/config-values.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { addEnvelopes, toNewEvent } from '#event-sourcing/envelope.ts'
import type { EventStore, LoggedEvent } from '#event-sourcing/event-store.ts'
import { linkHash, toChainedEvent } from '#event-sourcing/hash-chain.ts'
import { type ExportParams, exportEvents } from '#modules/audit/export-events.ts'
import type { Encoding } from '#modules/audit/manifest.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { verifyExport } from '#modules/audit/verify-export.ts'
import { refundHistoryView } from '#projections/refunds/history-view.ts'
import { completed, processing, requestedData } from '../domain/refunds/samples.ts'
import { figure, median, perSecond, round } from './figures.ts'

/**
 * Exports and their verification. The floor is what nobody can leave out: the canonical JSON and the SHA-256 of each
 * event, and the SHA-256 of the lines. The log is in memory, so that it is this and not the event store that is
 * compared, by the CPU that it takes; the store comes after it.
 */
export const name = 'audit exports'

/** Three events each: requested, processing, completed. */
const REFUNDS = Number(process.env.BENCH_REFUNDS ?? 20_000)
/** So far apart are the events of one refund in the log. */
const UNDER_WAY = 500
const BATCH = 500
const ROUNDS = 5
const MB = 1_000_000
const US_PER_MS = 1_000
/** As reading a file gives them. */
const CHUNK_BYTES = 65_536

const pair = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const signer = createSigner(auditKeys.parse(JSON.stringify({ keys: [pair] })))
const never = new AbortController().signal

export async function bench(): Promise<void> {
  const log = historyOf(REFUNDS)
  const end = log.at(-1)!.position
  const store = inMemory(log)
  const files = { ndjson: await exported(store, 'ndjson', end), csv: await exported(store, 'csv', end) }
  const mb = { ndjson: files.ndjson.length / MB, csv: files.csv.length / MB }
  const lines = files.ndjson.toString('utf8').split('\n').slice(0, log.length)
  const cpuMs: Record<string, number[]> = {}
  const run = async (what: string, work: () => unknown) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    cpuMs[what] = [...(cpuMs[what] ?? []), (user + system) / US_PER_MS]
  }
  // In turns, so that whatever else the machine does falls on all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    await run('floor', () => floor(log, lines))
    for (const encoding of ['ndjson', 'csv'] as const) {
      await run(`export ${encoding}`, () => exported(store, encoding, end))
      await run(`verify ${encoding}`, () => verified(files[encoding]))
    }
  }
  const least = median(cpuMs.floor!)
  const content = `${log.length} events, ${round(mb.ndjson)} MB`
  figure('canonical JSON and SHA-256 alone, MB per CPU second (floor)', round(perSecond(mb.ndjson, least), 1), content)
  for (const encoding of ['ndjson', 'csv'] as const)
    for (const what of ['export', 'verify']) {
      const took = median(cpuMs[`${what} ${encoding}`]!)
      const rate = round(perSecond(mb[encoding], took), 1)
      // The same events are a smaller file as CSV, which names no fields.
      const share = `${round((least / took) * 100)} % of the floor for the same events`
      figure(`${what} of ${encoding}, MB per CPU second`, rate, share)
    }
  await fromStore(log)
}

/** What a client of an event store can do at most, and an export of it. */
async function fromStore(log: LoggedEvent[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-audit-'))
  const node = await startEmbeddedEventStore({ dataDir: folder })
  const store = connectEventStore(node.url)
  try {
    await fill(store, log)
    const end = (await store.end())!
    const rates = { reading: [] as number[], exporting: [] as number[] }
    for (let run = 0; run < ROUNDS; run += 1) {
      let started = performance.now()
      for await (const _ of readLog(store, { prefixes: [refundHistoryView.prefix], to: end, signal: never }));
      rates.reading.push(perSecond(log.length, performance.now() - started))
      started = performance.now()
      await exported(store, 'ndjson', end)
      rates.exporting.push(perSecond(log.length, performance.now() - started))
    }
    const [reading, exporting] = [median(rates.reading), median(rates.exporting)]
    figure('reading the log of an event store with no work, events/s (floor)', round(reading))
    figure('export of it, events/s', round(exporting), `${round((exporting / reading) * 100)} % of the floor`)
  } finally {
    await store.close()
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function historyOf(refunds: number): LoggedEvent[] {
  const log: LoggedEvent[] = []
  const heads = new Map<string, Parameters<typeof addEnvelopes>[1]>()
  for (let first = 0; first < refunds; first += UNDER_WAY)
    for (const step of [0, 1, 2])
      for (let number = first; number < Math.min(first + UNDER_WAY, refunds); number += 1) {
        const stream = `refund-rf_${String(number).padStart(36, '0')}`
        const from = heads.get(stream) ?? { revision: -1, hash: null, at: null }
        const [event] = addEnvelopes(stream, from, [eventAt(step, number)], contextAt(number, step))
        heads.set(stream, { revision: event!.revision, hash: event!.metadata.hash, at: event!.at })
        const place = BigInt(log.length + 1)
        log.push({ ...event!, position: { commit: place, prepare: place } })
      }
  return log
}

function eventAt(step: number, number: number) {
  const beneficiary = { ...requestedData.beneficiary, user_id: `user_${number}`, name: SEALED, account_number: SEALED }
  if (step === 0) return { type: 'RefundRequested', data: { ...requestedData, beneficiary } }
  return step === 1 ? processing() : completed()
}
/** As long as a name is when it is sealed. */
const SEALED = `v1.beneficiary:${'x'.repeat(60)}.${'y'.repeat(60)}`

function contextAt(number: number, step: number) {
  return {
    actor: { sub: 'usr_8c6be14f-dc22-544d-9adb-3178daabcab6', client_id: 'clt_1', role: 'integrator', ip: '127.0.0.1' },
    request_id: `req_DPHYImPWHzcU8y${number}`,
    command_id: `${number}/${step}`,
    correlation_id: `req_DPHYImPWHzcU8y${number}`,
    causation_id: null,
    now: new Date(Date.UTC(2026, 0, 1) + number * 1_000 + step * 7_000),
  }
}

function inMemory(log: LoggedEvent[]): Pick<EventStore, 'subscribe'> {
  return {
    async subscribe({ signal, handle }) {
      for (let at = 0; at < log.length && !signal.aborted; at += BATCH) {
        const events = log.slice(at, at + BATCH)
        await handle({ events, position: events.at(-1)!.position })
      }
    },
  }
}

function floor(log: LoggedEvent[], lines: string[]): void {
  const digest = createHash('sha256')
  for (const [index, event] of log.entries()) {
    const { prev_hash, hash } = event.metadata
    if (linkHash(prev_hash, toChainedEvent(event)) !== hash) throw new Error('it is not whole')
    digest.update(lines[index]!)
  }
  digest.digest()
}

async function exported(
  store: Pick<EventStore, 'subscribe'>,
  encoding: Encoding,
  end: LoggedEvent['position'],
): Promise<Buffer> {
  const exported_by = { sub: 'bench', client_id: 'none', role: 'system' }
  const asked: ExportParams = { exported_by, client_id: null, family: null, from: null, to: null, encoding, end }
  const chunks: Buffer[] = []
  const redactor = { observe() {}, isRestricted: () => false, redactedPaths: () => [], close() {} }
  const deps = { store, signer, views: [refundHistoryView], now: () => new Date(), loadRedactor: async () => redactor }
  for await (const chunk of exportEvents(deps, asked, never)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function verified(file: Buffer): Promise<void> {
  const chunks = (async function* () {
    for (let at = 0; at < file.length; at += CHUNK_BYTES) yield file.subarray(at, at + CHUNK_BYTES)
  })()
  const { intact, problem } = await verifyExport(chunks, signer.keys)
  if (!intact) throw new Error(`it is not intact: ${problem?.what}`)
}

async function fill(store: EventStore, log: LoggedEvent[]): Promise<void> {
  const byStream = [...Map.groupBy(log, ({ stream }) => stream)]
  const IN_FLIGHT = 64
  for (let first = 0; first < byStream.length; first += IN_FLIGHT)
    await Promise.all(
      byStream
        .slice(first, first + IN_FLIGHT)
        .map(([stream, events]) => store.append(stream, 'no_stream', events.map(toNewEvent))),
    )
}
