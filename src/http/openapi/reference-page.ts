import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { contentSecurityPolicy } from '#http/security-headers.ts'

/** Everything else is refused, including other hosts, inline scripts and eval. */
export const PAGE_POLICY = contentSecurityPolicy({
  'default-src': "'none'",
  // Scalar's script and the script that starts it.
  'script-src': "'self'",
  // Scalar writes its style sheet and some 200 style attributes at run time; a nonce or hash can't cover an attribute.
  // Styles can't send data: no other directive lets them load an address.
  'style-src': "'self' 'unsafe-inline'",
  // The page reads openapi.json.
  'connect-src': "'self'",
  // The empty icon: without it browsers request /favicon.ico.
  'img-src': 'data:',
  // default-src does not cover these.
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})

export function browserFile(name: string): Promise<string> {
  return readFile(new URL(`browser/${name}`, import.meta.url), 'utf8')
}

export function scalarScript(): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('scalar-thread.ts', import.meta.url))
    thread.once('message', resolve).once('error', reject)
    thread.once('exit', code => reject(new Error(`the thread exited with ${code} and without the script`)))
  })
}
