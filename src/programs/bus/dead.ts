import { findRefused, listRefused, type RefusedMessage, retryRefused } from '#bus/inbound/refused-messages.ts'
import type { Config } from '#config/config.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { createVault } from '#edge/vault/vault.ts'
import { masterKeyOf } from '#embedded/secrets.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { withOfflineStores } from '#lifecycle/offline-stores.ts'
import { modules } from '#modules.ts'
import { readServiceConfig } from '#service-config.ts'
import { subCommand, UsageError } from '#terminal/command-line.ts'
import { withJetStream } from './with-jetstream.ts'

const POOL_MAX = 2
const MINUTE_MS = 60_000

const OUTCOMES = {
  sent: 'sent again',
  erased: 'deleted: its person was erased after it was sent',
  cut: 'not sent: only its beginning was kept',
  nameless: 'not sent: its client or kind is no name',
  duplicate: 'not sent: NATS took it for a repetition, try again in a second',
} as const

export const deadCommand = subCommand(
  {
    start: 'npm run bus -- dead',
    forms: ['list', 'retry [SEQUENCE …]'],
    summary: 'messages that were refused: list them, or send them again',
    about: `Lists refused messages with their sequence, client, kind, reason and age, or sends them again as they came: those with these
sequences, or all. A message that is refused again comes back with another sequence.`,
  },
  async ({ positionals: [what, ...rest] }) => {
    const config = readServiceConfig()
    if (what === 'list' && rest.length === 0) return list(config)
    if (what !== 'retry') throw new UsageError('list or retry?')
    const sequences = rest.map(sequenceOf)
    await withOfflineStores(config, stores => retry(config, stores, sequences), { poolMax: POOL_MAX })
  },
)

async function retryOne(deps: Parameters<typeof retryRefused>[0], sequence: number): Promise<string> {
  const message = await findRefused(deps.manager, sequence)
  return message === null ? 'is not there' : OUTCOMES[await retryRefused(deps, message)]
}

/** The others are sent all the same. */
const reasonOf = (error: unknown) => `not sent: ${error instanceof Error ? error.message : error}`

function sequenceOf(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new UsageError(`"${text}" is no sequence`)
  return Number(text)
}

function list(config: Config): Promise<void> {
  return withJetStream(config, async ({ manager }) => {
    let count = 0
    for await (const message of listRefused(manager)) {
      count += 1
      console.log(lineOf(message))
    }
    console.log(count === 0 ? 'no message was refused' : `${count} refused`)
  })
}

function lineOf({ sequence, client_id, kind, code, reason, published_at }: RefusedMessage): string {
  const minutes = Math.round((Date.now() - Date.parse(published_at)) / MINUTE_MS)
  return `${sequence}  ${client_id ?? '_'}  ${kind ?? '_'}  ${code}: ${reason}  ${minutes} min ago`
}

function retry(
  config: Config,
  { store, db }: { store: EventStore; db: Database },
  sequences: readonly number[],
): Promise<void> {
  const vault = createVault(db, config.MASTER_KEY ?? masterKeyOf(config.DATA_DIR))
  const execute = createExecute(store)
  const kinds = modules.flatMap(({ inbound = [] }) => inbound)
  return withJetStream(config, async jetStream => {
    const wanted = [...sequences]
    // Listed before the first is sent: one that is refused again comes back at the end.
    if (sequences.length === 0) for await (const { sequence } of listRefused(jetStream.manager)) wanted.push(sequence)
    for (const sequence of wanted) {
      const outcome = await retryOne({ ...jetStream, kinds, execute, vault }, sequence).catch(reasonOf)
      console.log(`${sequence}  ${outcome}`)
      if (outcome !== OUTCOMES.sent && outcome !== OUTCOMES.erased) process.exitCode = 1
    }
    if (wanted.length === 0) console.log('no message was refused')
  })
}
