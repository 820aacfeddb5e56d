import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import * as assert from 'uvu/assert'
import type { Api } from '#http/api.ts'
import { bundleConsole } from '#http/console/bundle.ts'
import { serveConsole } from '#http/console/serve-console.ts'
import { serverWithoutStores } from '../harness/server-without-stores.ts'
import { suite } from '../harness/suite.ts'

/** How the console is served. */
const test = suite('console: files')
const { api, close } = await serverWithoutStores()
test.after(close)

const get = (url: string, headers: Record<string, string> = {}) => api.inject({ url, headers })
const shell = await get('/console')
const names = [...shell.body.matchAll(/console\/([\w-]+\.(?:js|css))/g)].map(([, name]) => name!)

test('the shell names its files relative to itself, and is checked at each load', async () => {
  assert.is(shell.statusCode, 200)
  assert.match(shell.headers['content-type'] as string, 'text/html')
  assert.is(shell.headers['cache-control'], 'no-cache')
  assert.equal(
    names.map(name => name.replace(/-\w+\./, '.')),
    ['worker.js', 'style.css', 'main.js'],
  )
  assert.not.match(shell.body, /(href|src)="(\/|https?:)/)
  const again = await get('/console', { 'if-none-match': shell.headers.etag as string })
  assert.is(again.statusCode, 304)
  assert.is((await get('/console/')).headers.location, '../console')
})

test('page, scripts and the worker have a policy without exceptions', async () => {
  const policy = String(shell.headers['content-security-policy'])
  assert.match(policy, "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
  assert.match(policy, "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types console")
  assert.not.match(policy, 'unsafe')
  for (const path of names.map(name => `/console/${name}`)) {
    const { headers } = await get(path)
    assert.is(headers['content-security-policy'], policy, path)
    assert.is(headers['cross-origin-resource-policy'], 'same-origin', path)
  }
  assert.is(shell.headers['cross-origin-opener-policy'], 'same-origin')
})

test('a file is kept for ever and comes compressed; one of another version is not there', async () => {
  for (const name of names) {
    const { statusCode, headers, rawPayload } = await get(`/console/${name}`, { 'accept-encoding': 'br' })
    assert.is(statusCode, 200)
    assert.is(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.is(headers['content-encoding'], 'br')
    assert.ok(rawPayload.length > 0)
  }
  const missing = await get('/console/main-OLDOLDOL.js')
  assert.is(missing.statusCode, 404)
  assert.is(missing.json().error_code, 'NOT_FOUND')
  assert.is(missing.headers['cache-control'], 'no-store')
})

test('a bundle that fails is 503 with its reason, and is tried again 10 s later', async () => {
  let nowMs = 1_000
  let tries = 0
  const build = async () => {
    tries += 1
    if (tries === 1) throw new Error('spawn esbuild EAGAIN\nat somewhere')
    return bundleConsole()
  }
  const app = Fastify()
  app.setErrorHandler((error: Error & { status?: number; details?: unknown }, _request, reply) =>
    reply.code(error.status ?? 500).send(error.details),
  )
  serveConsole(app as unknown as Api, { build, now: () => nowMs })
  const first = await app.inject('/console')
  assert.equal([first.statusCode, first.json()], [503, { reason: 'the console was not built: spawn esbuild EAGAIN' }])
  nowMs += 9_999
  assert.is((await app.inject('/console')).statusCode, 503)
  assert.is(tries, 1)
  nowMs += 1
  const [one, other] = await Promise.all([app.inject('/console'), app.inject(`/console/${names[0]}`)])
  assert.equal([one.statusCode, other.statusCode], [200, 200])
  assert.is(tries, 2)
  await app.close()
})

/** It has the same stderr. */
const OUTLIVES_S = 15

test('without a binary that runs, and with a process that is killed, the bundle fails with its reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'esbuild-'))
  const binary = join(folder, 'esbuild')
  process.env.ESBUILD_BINARY_PATH = binary
  const reasonOf = () =>
    bundleConsole().then(
      () => 'none: it was bundled',
      (error: Error) => error.message,
    )
  try {
    writeFileSync(binary, `#!/bin/sh\nkill -9 $PPID\nexec sleep ${OUTLIVES_S}\n`)
    assert.match(await reasonOf(), 'EACCES')
    chmodSync(binary, 0o755)
    const before = performance.now()
    assert.match(await reasonOf(), 'its process ended with SIGKILL')
    const seconds = (performance.now() - before) / 1_000
    assert.ok(seconds < OUTLIVES_S, `not held up by a process that it has left: ${seconds} s`)
  } finally {
    delete process.env.ESBUILD_BINARY_PATH
    rmSync(folder, { recursive: true })
  }
  assert.ok((await bundleConsole()).files.size > 0)
})

test.run()
