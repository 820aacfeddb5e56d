import { parseArgs } from 'node:util'

/** What was asked for makes no sense; the message says why. */
export class UsageError extends Error {}
/** It can't be done; the message says why and what to do. */
export class CommandError extends Error {}

const PORT_MAX = 65_535

/** What embedded defaults bring along. */
export const NEEDS =
  'service run on this machine with WEBHOOK_ALLOW_CIDRS=127.0.0.0/8 and WEBHOOK_CA_FILE=DATA_DIR/development-ca.pem'

const USAGE = 'Usage: npm run listen -- [--forward URL] [--events LIST] [--port N] [--url URL]'
const HELP = `${USAGE}

Receives this service's webhooks on this machine: registers an HTTPS endpoint, verifies every delivery, prints it in a line, and
hands it on to a server of yours, unchanged. The endpoint is removed when it ends (Ctrl-C).

      --forward URL  where to hand deliveries on to: body and headers as they came, and its answer goes back to the service
      --events LIST  what to receive: event types, families as refund.*, or *; separated by commas (* unless given)
      --port N       where it listens on 127.0.0.1 (a free one unless given)
      --url URL      the service (the one that runs on DATA_DIR unless given)
  -h, --help         show this

It logs in as SERVICE_EMAIL with SERVICE_PASSWORD, or else as the first administrator of DATA_DIR. The secret that signs is kept
in DATA_DIR/listen-secret and is the same at the next start.

A service on embedded defaults of the same DATA_DIR trusts the endpoint's certificate. Any other must run on this machine, with
WEBHOOK_ALLOW_CIDRS=127.0.0.0/8 and WEBHOOK_CA_FILE=DATA_DIR/development-ca.pem.
`

export type Options = { url: string | undefined; port: number; forward: URL | null; events: string[] }

export function parseOptions(argv: readonly string[]): Options | 'help' {
  // Also when what stands beside it makes no sense.
  if (argv.includes('--help') || argv.includes('-h')) return 'help'
  const { values } = parsed(argv)
  if (values.url !== undefined) urlOf('--url', values.url)
  return {
    url: values.url,
    port: portOf(values.port),
    forward: values.forward === undefined ? null : urlOf('--forward', values.forward),
    events: eventsOf(values.events),
  }
}

/** What to print and the status to end with, for help and for whatever went wrong. */
export function told(error: unknown): { text: string; status: number } {
  if (error instanceof UsageError)
    return { text: `${error.message}\n${USAGE}\n\`npm run listen -- --help\` says more.\n`, status: 2 }
  return { text: `${error instanceof Error ? error.message : error}\n`, status: 1 }
}

export function help(): string {
  return HELP
}

function parsed(argv: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...argv],
      options: { url: text, port: text, forward: text, events: text },
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(error.message.split('. ', 1)[0] ?? error.message)
  }
}

function portOf(text = '0'): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > PORT_MAX) throw new UsageError(`--port must be a number from 0 to ${PORT_MAX}`)
  return port
}

function urlOf(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} must be an http:// or https:// address, not "${text}"`)
  return url
}

function eventsOf(text = '*'): string[] {
  const events = text.split(',').map(event => event.trim())
  if (events.includes('')) throw new UsageError('--events must be names separated by commas')
  return events
}
