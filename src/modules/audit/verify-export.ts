import { createHash } from 'node:crypto'
import { type ChainedEvent, type ChainHead, contentProblem, positionProblem } from '#event-sourcing/hash-chain.ts'
import { createLargeMap } from '#files/large-map.ts'
import { createLineSplitter, readInParts } from '#files/line-splitter.ts'
import { type ExportRecord, exportRecordProblem } from './export-record.ts'
import type { ExportReport } from './export-schemas.ts'
import { EXPORT_FORMAT, Manifest } from './manifest.ts'
import { createLineReader } from './read-export.ts'
import { type PublicAuditKeys, signatureProblem } from './signing.ts'
import { streamHeadDigest } from './stream-head-digest.ts'

/** Several times the largest event in an export. */
const LINE_BYTES_MAX = 8_388_608
/** About 3 ms of work, before the event loop gets a turn. */
const BYTES_PER_TURN = 65_536

type ExportProblem = NonNullable<ExportReport['problem']>

/** Verifies while it reads: the hash of each event, the chain of each stream, the manifest and its signature. */
export async function verifyExport(
  input: AsyncIterable<Buffer>,
  keys: PublicAuditKeys,
  onProgress: (bytes: number) => void = () => {},
): Promise<ExportReport> {
  const file = createVerifier(keys)
  try {
    for await (const part of readInParts(input, BYTES_PER_TURN, onProgress)) file.push(part)
    return await file.report()
  } finally {
    file.close()
  }
}

function createVerifier(keys: PublicAuditKeys) {
  const headByStream = createLargeMap<ChainHead>()
  const digest = createDigest()
  const reader = createLineReader()
  const counts = { events: 0, streams: 0, redacted: 0 }
  let lineNumber = 0
  let problem: ExportProblem | null = null
  /** The first stream that begins late; the manifest tells whether it may. */
  let lateStart: ExportProblem | null = null
  let manifest: Record<string, unknown> | null = null

  function addProblem(what: string, { stream, revision }: Record<string, unknown> = {}): void {
    problem ??= {
      line: lineNumber,
      stream: typeof stream === 'string' ? stream : null,
      revision: typeof revision === 'number' ? revision : null,
      what,
    }
  }

  function checkEvent(event: ExportRecord): string | null {
    const { stream, revision, hash, redacted } = event
    const head = headByStream.get(stream)
    const misplaced = head === undefined ? firstEventProblem(event) : nextEventProblem(head, event)
    if (misplaced !== null) return misplaced
    const changed = redacted === undefined ? contentProblemOf(event) : null
    if (changed !== null) return changed
    if (head === undefined) {
      headByStream.add(copyOf(stream), { revision, hash: copyOf(hash) })
      counts.streams += 1
      if (revision > 0) lateStart ??= { line: lineNumber, stream, revision, what: 'revision 0 is missing before it' }
    } else Object.assign(head, { revision, hash: copyOf(hash) })
    counts.events += 1
    if (redacted !== undefined) counts.redacted += 1
    return null
  }

  function checkLine(line: Buffer): void {
    lineNumber += 1
    // After the first problem only the manifest is read.
    if (problem !== null && (manifest !== null || !reader.mayBeManifest(line))) return
    try {
      if (manifest !== null) throw new Error('it comes after the manifest')
      const read = reader.read(line)
      if ('manifest' in read) {
        manifest = read.manifest
        return
      }
      digest.update(line)
      if ('header' in read) return
      const what = exportRecordProblem(read.event) ?? checkEvent(read.event as ExportRecord)
      if (what !== null) addProblem(what, read.event)
    } catch (error) {
      addProblem(error instanceof Error ? error.message : String(error))
    }
  }

  const lines = createLineSplitter(LINE_BYTES_MAX, {
    line: checkLine,
    tooLong() {
      lineNumber += 1
      addProblem('it is longer than any event')
    },
  })

  async function wholeProblem(known: Manifest | null): Promise<ExportProblem | null> {
    const whole = (what: string) => ({ line: null, stream: null, revision: null, what })
    if (manifest === null) return whole('it has no manifest: it was cut off, or making it failed')
    if (known === null) return { ...whole(`its manifest is none of the format ${EXPORT_FORMAT}`), line: lineNumber }
    if (known.from === null && known.client_id === null && lateStart !== null) return lateStart
    for (const name of ['events', 'streams', 'redacted'] as const)
      if (known[name] !== counts[name])
        return whole(`${name}: the manifest has ${known[name]}, the file ${counts[name]}`)
    if ((await streamHeadDigest(headByStream.sortedEntries())) !== known.heads_sha256)
      return whole('the last events of its streams do not match the manifest')
    if (digest.end() !== known.lines_sha256)
      return whole('its lines are not those that were signed: their text or their order was changed')
    return null
  }

  return {
    push: (chunk: Buffer) => lines.push(chunk),
    close: () => headByStream.close(),
    async report(): Promise<ExportReport> {
      lines.end()
      const { data: known = null } = Manifest.safeParse(manifest)
      const signature = signatureOf(manifest, keys)
      problem ??= await wholeProblem(known)
      return { intact: problem === null && signature.valid, problem, signature, ...counts, manifest: known }
    },
  }
}

/** A substring would keep its whole line in memory. */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

/** Hashes many lines per update: an update per line would cost as much as the line. */
function createDigest() {
  const digest = createHash('sha256')
  let waiting: Buffer[] = []
  let length = 0
  const flush = () => {
    digest.update(Buffer.concat(waiting, length))
    waiting = []
    length = 0
  }
  return {
    update(line: Buffer): void {
      waiting.push(line)
      length += line.length
      if (length >= BYTES_PER_TURN) flush()
    },
    end(): string {
      flush()
      return digest.digest('hex')
    },
  }
}

function firstEventProblem({ revision, prev_hash }: ExportRecord): string | null {
  return (revision === 0) === (prev_hash === null) ? null : 'only the first event of a stream has no prev_hash'
}

function nextEventProblem(head: ChainHead, event: ExportRecord): string | null {
  const isLater = event.revision > head.revision + 1
  return event.resumes === true && isLater ? firstEventProblem(event) : positionProblem(head, event)
}

function contentProblemOf(event: ChainedEvent): string | null {
  try {
    return contentProblem(event)
  } catch {
    // A value without a canonical form, such as half of a surrogate pair, was never hashed.
    return 'its hash does not match its contents'
  }
}

function signatureOf(manifest: Record<string, unknown> | null, keys: PublicAuditKeys): ExportReport['signature'] {
  if (manifest === null) return { valid: false, key_id: null, problem: 'nothing is signed' }
  const key_id = typeof manifest.key_id === 'string' ? manifest.key_id : null
  const problem = signatureProblem(manifest, keys)
  return { valid: problem === null, key_id, problem }
}
