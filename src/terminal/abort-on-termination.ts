const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Aborts when this process is told to end, or when nobody reads any more what it prints. From then on it ends by itself: further
 * signals change nothing, because Ctrl-C reaches it from the terminal and from npm.
 */
export function abortOnTermination(): AbortSignal {
  const abortController = new AbortController()
  const abort = () => abortController.abort()
  for (const signal of SIGNALS) process.on(signal, abort)
  process.stdout.on('error', abort)
  process.stderr.on('error', () => undefined)
  return abortController.signal
}
