import { addReader, listReaders, READER_NAME, removeReader, unreadBy } from '#bus/outbound/readers.ts'
import { withOfflineDatabase } from '#lifecycle/offline-stores.ts'
import { readServiceConfig } from '#service-config.ts'
import { subCommand, UsageError } from '#terminal/command-line.ts'
import { withJetStream } from './with-jetstream.ts'

const POOL_MAX = 2

export const readerCommand = subCommand(
  {
    start: 'npm run bus -- reader',
    forms: ['list', 'add NAME', 'remove NAME'],
    summary: 'readers of published events: list, add or remove one',
    about: `A reader has a durable consumer of the stream SECURITY_OUT and pulls from it; it begins with the oldest event that is kept. The
configuration of NATS says which login may use it.`,
  },
  async ({ positionals: [what, name, ...rest] }) => {
    const isList = what === 'list' && name === undefined
    const isChange = (what === 'add' || what === 'remove') && name !== undefined && rest.length === 0
    if (!isList && !isChange) throw new UsageError('list, add NAME or remove NAME?')
    if (name !== undefined && !READER_NAME.test(name))
      throw new UsageError(`"${name}" is no name: lower-case letters, digits and dashes, at most 63`)
    const config = readServiceConfig()
    await withOfflineDatabase(
      config,
      db =>
        withJetStream(config, async ({ manager }) => {
          if (name === undefined) {
            const readers = await listReaders(db)
            for (const reader of readers) {
              const unread = await unreadBy(manager, reader)
              console.log(`${reader}  ${unread === null ? 'its consumer is missing' : `${unread} unread`}`)
            }
            if (readers.length === 0) console.log('there are no readers')
          } else if (what === 'add') {
            await addReader(db, manager, name)
            console.log(`${name} may read`)
          } else {
            const isRemoved = await removeReader(db, manager, name)
            console.log(isRemoved ? `${name} is removed` : `${name} is no reader`)
            if (!isRemoved) process.exitCode = 1
          }
        }),
      { poolMax: POOL_MAX },
    )
  },
)
