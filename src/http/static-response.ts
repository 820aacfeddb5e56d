import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Above it brotli takes twice the time for a tenth less; the bytes are made once and sent often. */
const BROTLI_QUALITY = 6
/** How long browsers may use what they have without asking. */
const MAX_AGE_S = 300

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** An answer that stays the same for as long as the process lives, in every coding that it is sent in. */
export type StaticResponse = { type: string; etag: string; bytes: { identity: Buffer; gzip: Buffer; br: Buffer } }

export async function createStaticResponse(type: string, text: string): Promise<StaticResponse> {
  const identity = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [gzip, br] = await Promise.all([compress.gzip(identity), compress.br(identity, { params })])
  // Weak: it is the same for all codings.
  return { type, etag: `W/"${hash('sha256', identity, 'base64url')}"`, bytes: { identity, gzip, br } }
}

/** Sends it in the best coding that the caller takes, or says that the caller has it already. */
export function sendStaticResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, etag, bytes }: StaticResponse,
) {
  reply.header('cache-control', `public, max-age=${MAX_AGE_S}`).header('vary', 'accept-encoding').header('etag', etag)
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  const coding = codingOf(headers['accept-encoding'])
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(type).send(bytes[coding])
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map(tag => tag.trim().replace(/^W\//, '')) ?? []
  return known.includes('*') || known.includes(etag.replace(/^W\//, ''))
}

/** By name, as every browser and tool sends it; `*` and weights other than 0 are not looked at (RFC 9110, 12.5.3). */
function codingOf(acceptEncoding = ''): keyof StaticResponse['bytes'] {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map(item => item.split(';').map(part => part.trim()))
    .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
    .map(([coding]) => coding)
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
}
