import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Higher qualities take twice the time for a tenth less. */
const BROTLI_QUALITY = 6
const MAX_AGE_S = 300
const CACHE_BRIEFLY = `public, max-age=${MAX_AGE_S}`

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** A response that never changes while the process lives, precompressed. */
export type StaticResponse = { type: string; etag: string; bytes: { identity: Buffer; gzip: Buffer; br: Buffer } }

export async function createStaticResponse(type: string, text: string): Promise<StaticResponse> {
  const identity = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [gzip, br] = await Promise.all([compress.gzip(identity), compress.br(identity, { params })])
  // Weak: the same for all codings.
  return { type, etag: `W/"${hash('sha256', identity, 'base64url')}"`, bytes: { identity, gzip, br } }
}

export function sendStaticResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, etag, bytes }: StaticResponse,
  cacheControl = CACHE_BRIEFLY,
) {
  reply.header('cache-control', cacheControl).header('vary', 'accept-encoding').header('etag', etag)
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  const coding = codingOf(headers['accept-encoding'])
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(type).send(bytes[coding])
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map(tag => tag.trim().replace(/^W\//, '')) ?? []
  return known.includes('*') || known.includes(etag.replace(/^W\//, ''))
}

/** By name; `*` and weights other than 0 are ignored (RFC 9110, 12.5.3). */
function codingOf(acceptEncoding = ''): keyof StaticResponse['bytes'] {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map(item => item.split(';').map(part => part.trim()))
    .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
    .map(([coding]) => coding)
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
}
