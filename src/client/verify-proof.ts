import type { Answer } from './types.ts'

/** A key of `GET /.well-known/jwks.json`: keep a copy from a time when you had no reason to doubt the service. */
export type ProofKey = { kid?: string; kty?: string; crv?: string; x?: string }

export type ProofProblem =
  | 'malformed_proof'
  /** The path does not lead from the record to the tree head of the checkpoint. */
  | 'not_covered'
  /** The checkpoint names a key that is not among those given. */
  | 'unknown_key'
  | 'signature_mismatch'

export class ProofVerificationError extends Error {
  override readonly name = 'ProofVerificationError'
  readonly reason: ProofProblem

  constructor(reason: ProofProblem, message: string) {
    super(message)
    this.reason = reason
  }
}

type Proof = Pick<Answer<'getAuditProof'>, 'stream' | 'revision' | 'hash' | 'leaf' | 'path' | 'checkpoint'>

/**
 * Throws ProofVerificationError unless a checkpoint that one of the keys signed covers the record up to `revision`.
 * Compare `hash` with the hash of that event in the history. Needs WebCrypto with Ed25519.
 */
export async function verifyProof(proof: Proof, keys: readonly ProofKey[]): Promise<void> {
  const { stream, revision, hash, leaf, path, checkpoint } = proof
  if (!isComplete(proof)) throw new ProofVerificationError('malformed_proof', 'this is no proof of a record')
  const first = await leafHash(JSON.stringify({ hash, revision, stream }))
  const head = await rootOf(first, leaf, checkpoint.streams, path)
  if (head !== checkpoint.head)
    throw new ProofVerificationError('not_covered', `checkpoint ${checkpoint.number} does not cover the record`)
  const key = keys.find(({ kid, kty, crv }) => kid === checkpoint.key_id && kty === 'OKP' && crv === 'Ed25519')
  if (key?.x === undefined)
    throw new ProofVerificationError('unknown_key', `the keys given do not have ${checkpoint.key_id}`)
  if (!(await isSigned(checkpoint, key.x)))
    throw new ProofVerificationError('signature_mismatch', `checkpoint ${checkpoint.number} is not as it was signed`)
}

const HASH = /^[0-9a-f]{64}$/
/** The key signs statements of other kinds too. */
const FORMAT = 'security-service checkpoint 1'

/** A proof may come from a file. */
function isComplete({ stream, revision, hash, leaf, path, checkpoint }: Proof): boolean {
  const isIndex = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
  return (
    typeof stream === 'string' &&
    (hash === null || HASH.test(hash)) &&
    [revision, leaf, checkpoint?.streams].every(isIndex) &&
    Array.isArray(path) &&
    path.every(node => HASH.test(node)) &&
    checkpoint.format === FORMAT &&
    typeof checkpoint.signature === 'string'
  )
}

const LEAF = 0
const INNER = 1

function leafHash(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return sha256([LEAF], new TextEncoder().encode(text))
}

/** RFC 9162, section 2.1.3.2; null when no tree of this size has such a path. */
async function rootOf(first: Uint8Array, index: number, size: number, path: readonly string[]): Promise<string | null> {
  if (index >= size) return null
  let at = index
  let last = size - 1
  let head = first
  for (const hex of path) {
    if (last === 0) return null
    const neighbour = bytesOf(hex)
    const isRight = at % 2 === 1
    head = isRight || at === last ? await sha256([INNER], neighbour, head) : await sha256([INNER], head, neighbour)
    // A node that moves up unchanged has no sibling on these levels.
    if (!isRight && at === last)
      while (at % 2 === 0 && at > 0) {
        at /= 2
        last = Math.floor(last / 2)
      }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hexOf(head) : null
}

async function isSigned({ signature, ...statement }: Proof['checkpoint'], x: string): Promise<boolean> {
  const bytes = fromBase64Url(signature)
  const publicKey = fromBase64Url(x)
  if (bytes === null || publicKey === null) return false
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(canonical(statement)))
}

/** RFC 8785 of an object whose values are texts, whole numbers and null. */
function canonical(statement: object): string {
  const entries = Object.entries(statement).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(Object.fromEntries(entries))
}

async function sha256(...parts: (Uint8Array | readonly number[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Null when it is not written as base64url is: other texts can decode to the same bytes. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const encoded = btoa(decoded).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    return encoded === text ? Uint8Array.from(decoded, character => character.charCodeAt(0)) : null
  } catch {
    return null
  }
}
