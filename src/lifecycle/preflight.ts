import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import { eventStoreUnreachable } from '#edge/eventstore/reach.ts'
import { natsUnreachable } from '#edge/nats/connect.ts'
import { postgresUnreachable } from '#edge/postgres/reach.ts'
import type { Unreachable } from '#edge/unreachable.ts'
import { CommandError } from '#terminal/command-line.ts'

type Trouble = Unreachable & { line: string; isNeeded: boolean }

/**
 * Asks each store that is configured one small question, before anything is started. Outside production whoever started the process
 * waits for it, and is told at once what is wrong. In production a store may come up later than the service: the start goes on, and
 * waits where it needs the store; only what no waiting mends ends it.
 */
export async function reachStores(config: Config, log: Logger): Promise<void> {
  const troubles = await troublesOf(config)
  const isProduction = config.ENVIRONMENT === 'production'
  const fatal = troubles.filter(({ isLasting, isNeeded }) => !isProduction || (isLasting && isNeeded))
  if (fatal.length > 0) throw new CommandError(fatal.map(({ line }) => line).join('\n'))
  for (const { line } of troubles) log.warn(`${line}; the start goes on and waits for it`)
}

async function troublesOf(config: Config): Promise<Trouble[]> {
  const { DATABASE_URL, EVENTSTORE_URL, NATS_URL, PAYMENT_NETWORK } = config
  const asked = await Promise.all([
    troubleWith('PostgreSQL', 'DATABASE_URL', DATABASE_URL, postgresUnreachable, true),
    troubleWith('the event store', 'EVENTSTORE_URL', EVENTSTORE_URL, eventStoreUnreachable, true),
    // Without the bus no payment moves, but all else is served.
    troubleWith('NATS', 'NATS_URL', PAYMENT_NETWORK === 'nats' ? NATS_URL : undefined, natsUnreachable, false),
  ])
  return asked.flatMap(trouble => trouble ?? [])
}

async function troubleWith(
  what: string,
  variable: string,
  url: string | undefined,
  ask: (url: string) => Promise<Unreachable | undefined>,
  isNeeded: boolean,
): Promise<Trouble | undefined> {
  if (url === undefined) return undefined
  const trouble = await ask(url)
  if (trouble === undefined) return undefined
  const mend = trouble.isLasting ? `correct ${variable}, or what it names` : `start it, or correct ${variable}`
  const line = `${what} can't be used at ${placeOf(url)}: ${trouble.reason} (${mend})`
  return { ...trouble, line, isNeeded }
}

/** The host and port of an address, or several: who logs in there is not told. */
function placeOf(url: string): string {
  const [, place = ''] = /^[\w+]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url) ?? []
  return place === '' ? 'its socket' : place
}
