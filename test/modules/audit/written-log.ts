import { generateKeyPairSync } from 'node:crypto'
import { auditKeys } from '#config/config-values.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { addEnvelopes, toNewEvent } from '#event-sourcing/envelope.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { type ExportDeps, type ExportParams, type ExportRedactor, exportEvents } from '#modules/audit/export-events.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { createLogStore } from '../../delivery/log-store.ts'
import { context } from '../../harness/counter.ts'

/**
 * Two kinds of records: a thing says whose it is when it begins, or when it is given to another client; a note is its
 * thing's owner's.
 */
export const FACTS: ExportDeps['views'] = [
  {
    prefix: 'thing-',
    plural: 'things',
    owner: ({ data }) => ('client_id' in data ? { client_id: String(data.client_id) } : null),
  },
  {
    prefix: 'note-',
    plural: 'notes',
    owner: ({ data }) => ('thing' in data ? { stream: `thing-${data.thing}` } : null),
  },
]

export const auditPair = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })

const nothingRedacted: ExportRedactor = {
  observe() {},
  isRestricted: () => false,
  redactedPaths: () => [],
  close() {},
}

/** A log in memory whose events are stamped as the service does it, at times of the test's own. */
export function createWrittenLog(pair: object = auditPair()) {
  const store = createLogStore()
  const heads = new Map<string, Parameters<typeof addEnvelopes>[1]>()
  const signer = createSigner(auditKeys.parse(JSON.stringify({ keys: [pair] })))
  const deps: ExportDeps = {
    store,
    signer,
    views: FACTS,
    now: () => new Date('2026-06-01T00:00:00Z'),
    loadRedactor: async () => nothingRedacted,
  }

  async function add(stream: string, type: string, data: object, at = '2026-01-01T00:00:00.000Z'): Promise<Recorded> {
    const from = heads.get(stream) ?? { revision: -1, hash: null, at: null }
    const [event] = addEnvelopes(stream, from, [{ type, data }], {
      ...context(`${stream} ${from.revision}`),
      now: new Date(at),
    })
    await store.append(stream, from.revision < 0 ? 'no_stream' : from.revision, [toNewEvent(event!)])
    heads.set(stream, { revision: event!.revision, hash: event!.metadata.hash, at: null })
    return event!
  }

  async function exported(asked: Partial<ExportParams> = {}, more: Partial<ExportDeps> = {}): Promise<Buffer> {
    const chunks: Buffer[] = []
    const whole: ExportParams = { ...(await everything(store)), ...asked }
    for await (const chunk of exportEvents({ ...deps, ...more }, whole, new AbortController().signal))
      chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  return { store, signer, deps, add, exported }
}

export async function everything(store: Pick<EventStore, 'end'>): Promise<ExportParams> {
  return {
    exported_by: { sub: 'usr_1', client_id: 'clt_1', role: 'auditor' },
    ...{ client_id: null, family: null, from: null, to: null, encoding: 'ndjson', end: await store.end() },
  }
}

/** The lines of a file, each with its end. */
export function linesIn(file: Buffer): string[] {
  return file.toString('utf8').match(/[^\n]*\n/g) ?? []
}
