import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

/** A login provider on loopback: publishes keys and signs id tokens, or misbehaves. */
export async function startIssuer() {
  let keys: { kid: string; sign: CryptoKey; jwk: JWK }[] = []
  let behaviour: 'good' | 'broken' | 'html' | 'hanging' = 'good'
  let fetched = 0
  const addKey = async (kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    keys = [{ kid, sign: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }, ...keys]
  }
  await addKey('first')
  const server = createServer((_request, response) => {
    fetched += 1
    if (behaviour === 'hanging') return
    if (behaviour === 'broken') return void response.writeHead(500).end('no')
    if (behaviour === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: keys.map(k => k.jwk) }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const jwks_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  return {
    jwks_uri,
    fetched: () => fetched,
    behave(how: typeof behaviour) {
      behaviour = how
    },
    addKey,
    /** `iat` and `exp` are Unix seconds. */
    async token(claims: JWTPayload, { kid = keys[0]!.kid, alg = 'RS256' } = {}) {
      return new SignJWT(claims)
        .setProtectedHeader({ alg, kid })
        .sign(keys.find(key => key.kid === kid)?.sign ?? keys[0]!.sign)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
