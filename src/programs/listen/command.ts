import { parsePort, runCommand, UsageError } from '#terminal/command-line.ts'

/** Embedded defaults fulfil these. */
export const REQUIREMENTS =
  'service run on this machine with WEBHOOK_ALLOW_CIDRS=127.0.0.0/8 and WEBHOOK_CA_FILE=DATA_DIR/development-ca.pem'

const COMMAND = {
  start: 'npm run listen --',
  about: `Receives this service's webhooks on this machine: registers an HTTPS endpoint, verifies and prints every delivery, and forwards it
unchanged to your server. Removes the endpoint when it ends (Ctrl-C).

Logs in as SERVICE_EMAIL with SERVICE_PASSWORD, or else as the first administrator of DATA_DIR. Keeps the signing secret in
DATA_DIR/listen-secret for the next start.

A service on embedded defaults of the same DATA_DIR trusts the endpoint's certificate. Any other must run on this machine, with
WEBHOOK_ALLOW_CIDRS=127.0.0.0/8 and WEBHOOK_CA_FILE=DATA_DIR/development-ca.pem.`,
  options: {
    forward: {
      type: 'string',
      value: 'URL',
      help: 'where to forward deliveries: body and headers unchanged, and its response goes back to the service',
    },
    events: {
      type: 'string',
      value: 'LIST',
      default: '*',
      help: 'what to receive: event types, families as refund.*, or *; separated by commas',
    },
    port: { type: 'string', value: 'N', default: '0', help: 'the port on 127.0.0.1; 0 is a free one' },
    url: { type: 'string', value: 'URL', help: 'the service; that of DATA_DIR unless given' },
  },
} as const

export type ListenOptions = { url: string | undefined; port: number; forward: URL | null; events: string[] }

export function runListen(listen: (options: ListenOptions) => Promise<void>): Promise<void> {
  return runCommand(COMMAND, ({ values: { url, port, forward, events } }) => {
    if (url !== undefined) urlOf('--url', url)
    return listen({
      url,
      port: parsePort('--port', port),
      forward: forward === undefined ? null : urlOf('--forward', forward),
      events: eventsOf(events),
    })
  })
}

function urlOf(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} must be an http:// or https:// address, not "${text}"`)
  return url
}

function eventsOf(text: string): string[] {
  const events = text.split(',').map(event => event.trim())
  if (events.includes('')) throw new UsageError('--events must be names separated by commas')
  return events
}
