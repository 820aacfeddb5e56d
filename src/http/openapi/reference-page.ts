import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'

/** Addresses are relative, so that the page works below any path that a proxy serves it at. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Security Service API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/reference.css">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The reference needs JavaScript; <a href="openapi.json">openapi.json</a> says the same.</noscript>
    <script src="docs/scalar.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`

/**
 * What the page may do; what is not listed is refused, every other host among it. Scripts are this service's own files: nothing inline,
 * no eval. Each of these lets in more than nothing, because:
 */
const POLICY = {
  'default-src': "'none'",
  // The script of Scalar and the one that starts it.
  'script-src': "'self'",
  // Scalar writes its style sheet and some 200 style attributes when it runs; no nonce or hash covers an attribute. A style can't send
  // anything anywhere, because no other directive lets it load an address.
  'style-src': "'self' 'unsafe-inline'",
  // It reads openapi.json.
  'connect-src': "'self'",
  // The empty icon, without which browsers ask for /favicon.ico.
  'img-src': 'data:',
  // These are not covered by default-src.
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}
export const PAGE_POLICY = Object.entries(POLICY)
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join('; ')

/** A file that is served as it lies in `browser/`. */
export function browserFile(name: string): Promise<string> {
  return readFile(new URL(`browser/${name}`, import.meta.url), 'utf8')
}

/** Scalar's script, from its package. */
export function scalarScript(): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('scalar-thread.ts', import.meta.url))
    thread.once('message', resolve).once('error', reject)
    thread.once('exit', code => reject(new Error(`the thread ended with ${code} and without the script`)))
  })
}
