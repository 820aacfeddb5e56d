import { type ForkOptions, fork } from 'node:child_process'
import type { StaticResponse } from '#http/static-response.ts'

export type ConsoleBundle = {
  shell: StaticResponse
  /** By file name, which has the hash of the content. */
  files: ReadonlyMap<string, StaticResponse>
}

/** `reason`: why there is none. */
export type BundleMessage = { made: ConsoleBundle } | { reason: string }

const PROGRAM = new URL('bundle-program.ts', import.meta.url)
const TIME_MS_MAX = 30_000
const STDERR_MS = 200
const OPTIONS: ForkOptions = {
  serialization: 'advanced',
  // Those of this process set the sizes of its memory.
  execArgv: [],
  stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  timeout: TIME_MS_MAX,
}

/**
 * Bundles the console in a process that ends afterwards: within this one, esbuild and the compression would leave 13 MB
 * of memory. Errors: the reason.
 */
export function bundleConsole(): Promise<ConsoleBundle> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, OPTIONS)
    let errors = ''
    child.stderr?.setEncoding('utf8').on('data', text => {
      errors += text
    })
    child.once('message', message => {
      const of = message as BundleMessage
      if ('made' in of) resolve(of.made)
      else reject(new Error(of.reason))
    })
    child.once('error', reject)
    // esbuild has the same stderr, and may outlive its process.
    child.once('exit', () => setTimeout(() => child.stderr?.destroy(), STDERR_MS))
    child.once('close', (code, signal) =>
      reject(new Error(`its process ended with ${signal ?? code} ${lineOfError(errors)}`)),
    )
  })
}

/** Of all that Node writes about an error that nothing caught. */
function lineOfError(text: string): string {
  return text.split('\n').find(line => line.includes('Error')) ?? ''
}
