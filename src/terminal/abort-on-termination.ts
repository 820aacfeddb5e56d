const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Aborts on a termination signal, or when the reader of stdout is gone. Further signals are ignored, because Ctrl-C
 * arrives both from the terminal and from npm.
 */
export function abortOnTermination(): AbortSignal {
  const abortController = new AbortController()
  const abort = () => abortController.abort()
  for (const signal of SIGNALS) process.on(signal, abort)
  process.stdout.on('error', abort)
  process.stderr.on('error', () => undefined)
  return abortController.signal
}
