import {
  type EventStoreDBClient,
  persistentSubscriptionToAllSettingsFromDefaults,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { suite } from '../../harness/suite.ts'
import { connect, startTestNode } from './harness.ts'

/** Requests that a client can make and should not: whatever becomes of them, the node starts again and says the same as before. */

const test = suite('event store odd requests')

const node = await startTestNode()
test.after(() => node.dispose())

/** A new client each time: what the node says after it was started again must not depend on an old connection. */
async function asked<T>(question: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
  const client = connect(node.url)
  try {
    return await question(client)
  } finally {
    await client.dispose()
  }
}

async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'none'
  } catch (error) {
    return String(error)
  }
}

async function groups(client: EventStoreDBClient): Promise<string[]> {
  return (await client.listAllPersistentSubscriptions()).map(({ groupName }) => groupName)
}

test('a group with a filter that is none is refused and not remembered', async () => {
  await asked(async client => {
    const settings = persistentSubscriptionToAllSettingsFromDefaults({ startFrom: START })
    const filter = streamNameFilter({ regex: '(' })
    const creation = client.createPersistentSubscriptionToAll('unfiltered', settings, { filter })
    assert.match(await refusal(creation), 'Invalid regular expression')
  })
  await node.restart()
  assert.equal(await asked(groups), [])
})

test('a group is not changed to one that could never read', async () => {
  await asked(async client => {
    const settings = persistentSubscriptionToAllSettingsFromDefaults({ startFrom: START })
    await client.createPersistentSubscriptionToAll('reading', settings)
    const update = client.updatePersistentSubscriptionToAll('reading', { ...settings, readBatchSize: 500 })
    assert.match(await refusal(update), 'The read batch size must be less than the history buffer size.')
    await client.deletePersistentSubscriptionToAll('reading')
  })
})

test.run()
