import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { problemText } from '#modules/audit/checkpoints/verify-store.ts'
import { suite } from '../../harness/suite.ts'
import { playHistories, readLog } from '../../projector/refund-histories.ts'
import { checkpointedStores } from './checkpointed-stores.ts'
import { chainedAnew, following, type NodeFile, openNodeFile, type Stored } from './node-file.ts'

/**
 * What somebody can do who has the file of the embedded node in hand, or may write to the store. The last 256 events
 * of the file are looked at by the node itself when it starts, so what is changed lies before them.
 */
const test = suite('a changed event store')
const stores = await checkpointedStores({ everyMs: 3_600_000 })
const { store } = stores
const folder = join(stores.folder, 'eventstore')
const backup = join(stores.folder, 'backup')

const play = (seed: number, refunds: number) =>
  playHistories(store, { seed, refunds, clients: 2, users: 5, daysMax: 9 })
const events = async () => (await readLog(store, 'refund-')).length

for (const [seed, refunds] of [
  [1, 20],
  [2, 20],
  [3, 120],
] as const) {
  await play(seed, refunds)
  await stores.cover(await events())
}
await stores.withoutEventStore(async () => cpSync(folder, backup, { recursive: true }))
const covered = await events()
const count = (await stores.lines()).length

test.after(stores.stop)

/** What is found after a change of the store as it was at first. */
async function found(change: (file: NodeFile) => void): Promise<string[]> {
  await changed(change)
  const { problems } = await stores.prove()
  return problems.map(problemText)
}

async function changed(change: (file: NodeFile) => void): Promise<void> {
  await stores.withoutEventStore(async () => {
    rmSync(folder, { recursive: true })
    cpSync(backup, folder, { recursive: true })
    openNodeFile(folder, change)
  })
}

/** A stream of at least so many events, from the middle of what the first checkpoints cover. */
function long(file: NodeFile, atLeast = 4): Stored[] {
  const those = file.streams('refund-rf_2_').map(file.events)
  const stream = those.find(({ length }) => length >= atLeast)
  assert.ok(stream, `there is no stream of ${atLeast} events`)
  return stream!
}
/** Fills in what the case is about and asks for exactly this, where # stands for a checkpoint's number. */
function only(problems: string[], expected: string) {
  assert.equal(
    problems.map(problem => problem.replace(/checkpoint \d+/g, 'checkpoint #')),
    [expected],
  )
}

test('is whole while it is unchanged', async () => {
  const proved = await stores.prove()
  assert.equal(proved.problems, [])
  assert.equal([proved.events, proved.checkpoints, proved.uncovered.events], [covered, count, 0])
  assert.ok(count > 2)
})

test('by one byte, which the node notices', async () => {
  let place = ''
  const problems = await found(file => {
    const event = long(file)[2]!
    place = `${event.stream} at revision ${event.revision}`
    file.damage(event)
  })
  assert.is(problems.length, 1)
  assert.match(problems[0]!, `${place}: the event store does not return it, and no event after it was verified: `)
  assert.match(problems[0]!, /is damaged$/)
})

test('by one byte, with the checksum made right', async () => {
  let place = ''
  const problems = await found(file => {
    const event = long(file)[2]!
    place = `${event.stream} at revision ${event.revision}`
    file.put({ ...event, data: { ...event.data, more: 1 } })
  })
  only(problems, `${place}: its hash does not match its contents`)
})

test('by changing whose request an event came upon', async () => {
  let place = ''
  const problems = await found(file => {
    const event = long(file)[2]!
    place = `${event.stream} at revision ${event.revision}`
    file.put({ ...event, metadata: { ...event.metadata, request_id: 'req_of_somebody_else' } })
  })
  only(problems, `${place}: its hash does not match its contents`)
})

test('by swapping two events of a stream', async () => {
  let stream = ''
  const problems = await found(file => {
    const [, b, c] = long(file) as [Stored, Stored, Stored]
    stream = b.stream
    const says = ({ type, data, metadata, id }: Stored) => ({ type, data, metadata, id })
    file.put({ ...b, ...says(c) })
    file.put({ ...c, ...says(b) })
  })
  assert.match(problems[0]!, `${stream} at revision 1: `)
})

test('by swapping two events of different streams in the log', async () => {
  let place = ''
  const problems = await found(file => {
    const streams = file.streams('refund-rf_2_').map(file.events)
    const [a, b] = streams.filter(({ length }) => length >= 3) as [Stored[], Stored[]]
    const both = [a[1]!, b[1]!].sort((one, other) => one.position - other.position) as [Stored, Stored]
    file.swap(...both)
    place = `${both[1].stream} at revision ${both[1].revision}`
  })
  only(
    problems,
    `${place}: the log holds the events that checkpoint # covers, from here on in another order than they were recorded in`,
  )
})

test('by dropping the last event of a stream', async () => {
  let place = ''
  const problems = await found(file => {
    const event = long(file).at(-1)!
    place = `${event.stream} at revision ${event.revision}`
    file.drop(event)
  })
  only(problems, `${place}: it is missing, and checkpoint # covers it`)
})

test('by dropping an event in the middle of a stream', async () => {
  let place = ''
  const problems = await found(file => {
    const event = long(file)[1]!
    place = `${event.stream} at revision 1`
    file.drop(event)
  })
  assert.match(problems[0]!, new RegExp(`^${place}: it is missing, and checkpoint \\d+ covers it$`))
})

test('by dropping a whole stream', async () => {
  let stream = ''
  const problems = await found(file => {
    stream = long(file)[0]!.stream
    file.dropStream(stream)
  })
  assert.match(
    problems[0]!,
    new RegExp(`^${stream} at revision 0: the whole stream is missing, and checkpoint \\d+ covers it$`),
  )
})

test('by adding a stream', async () => {
  const stream = `refund-rf_${randomUUID()}`
  const problems = await found(file => {
    const like = long(file)[0]!
    const position = file.behind(like)
    file.put(following(null, { stream, position, first: position, type: like.type, data: like.data }, like))
  })
  only(problems, `${stream} at revision 0: the stream was added to the events that checkpoint # covers`)
})

test('by adding an event with the right chain to a stream, where a checkpoint covers the log', async () => {
  let place = ''
  const problems = await found(file => {
    const stream = long(file)
    const last = stream.at(-1)!
    const says = {
      stream: last.stream,
      position: file.behind(last),
      first: last.first,
      type: last.type,
      data: last.data,
    }
    file.put(following(last, says, last))
    place = `${last.stream} at revision ${last.revision + 1}`
  })
  only(problems, `${place}: it was added to the events that checkpoint # covers`)
})

for (const from of [0, 2])
  test(`by computing all hashes anew from revision ${from} on`, async () => {
    let place = ''
    const problems = await found(file => {
      const stream = long(file)
      const changed = stream.map((event, at) =>
        at === from ? { ...event, data: { ...event.data, forged: true } } : event,
      )
      for (const event of chainedAnew(changed, from).slice(from)) file.put(event)
      place = `${stream[0]!.stream} at revision ${from}`
    })
    assert.match(
      problems[0]!,
      new RegExp(`^${place}: it was rewritten: its hash is not the one that checkpoint \\d+ covers$`),
    )
  })

test('in several places: the first one is named first, and the others too', async () => {
  const places: string[] = []
  const problems = await found(file => {
    const early = file
      .streams('refund-rf_1_')
      .map(file.events)
      .find(({ length }) => length >= 3)!
    const late = long(file)
    file.drop(late.at(-1)!)
    for (const event of chainedAnew(
      early.map(event => ({ ...event, data: { ...event.data, x: 1 } })),
      0,
    ))
      file.put(event)
    places.push(`${early[0]!.stream} at revision 0`, `${late[0]!.stream} at revision ${late.length - 1}`)
  })
  assert.match(problems[0]!, `${places[0]}: it was rewritten`)
  assert.ok(problems.some(problem => problem.startsWith(`${places[1]}: it is missing`)))
})

test('by cutting off its end', async () => {
  let place = ''
  const problems = await found(file => {
    const cut = long(file)[1]!
    file.dropBehind(cut.position - 1)
    place = `${cut.stream} at revision 1`
  })
  assert.is(problems.length, 1)
  assert.match(
    problems[0]!,
    new RegExp(
      `^${place}: the log ends before this event: the last \\d+ events that checkpoint \\d+ and those after it cover were cut off, or the log was restored from a backup$`,
    ),
  )
})

test('by restoring a backup and writing on', async () => {
  let place = ''
  await changed(file => {
    const cut = long(file)[1]!
    file.dropBehind(cut.position - 1)
    place = `${cut.stream} at revision 1`
  })
  await play(4, 200)
  const { problems } = await stores.prove()
  assert.is(problems.length, 1)
  assert.match(
    problemText(problems[0]!),
    new RegExp(
      `^${place}: from this event on it is another log: it was restored from a backup and written on, or replaced; \\d+ events`,
    ),
  )
})

test('by replacing it with another one', async () => {
  await stores.withoutEventStore(async () => rmSync(folder, { recursive: true }))
  await play(5, 100)
  const { problems } = await stores.prove()
  assert.is(problems.length, 1)
  assert.match(
    problemText(problems[0]!),
    new RegExp(
      `: from this event on it is another log: it was replaced; ${covered} events that checkpoint 1 and those after it cover are not in it$`,
    ),
  )
})

/** As a second writer, through the store's own protocol. */
async function foundAfter(write: (client: EventStoreDBClient, stream: Stored[]) => Promise<unknown>) {
  let stream: Stored[] = []
  await changed(file => {
    stream = long(file)
  })
  const client = EventStoreDBClient.connectionString(stores.urls.EVENTSTORE_URL)
  try {
    await write(client, stream)
    return { proved: await stores.prove(), stream: stream[0]!.stream, last: stream.at(-1)! }
  } finally {
    await client.dispose()
  }
}
const appended = ({ id, type, data, metadata }: Stored) => jsonEvent({ id, type, data, metadata: metadata as never })

test('by appending an event that breaks the chain: it is named, although no checkpoint covers it', async () => {
  const { proved, last } = await foundAfter((client, stream) =>
    client.appendToStream(stream[0]!.stream, appended({ ...stream.at(-1)!, id: randomUUID() })),
  )
  assert.equal(proved.problems.map(problemText), [
    `${last.stream} at revision ${last.revision + 1}: its prev_hash is not the hash of the event before it`,
  ])
  assert.is(proved.uncovered.events, 1)
})

test('by appending an event as the service would: it is reported as not covered yet', async () => {
  const { proved, last } = await foundAfter((client, stream) => {
    const last = stream.at(-1)!
    const metadata = { ...last.metadata, at: new Date().toISOString() }
    return client.appendToStream(last.stream, appended(following(last, last, { ...last, metadata })))
  })
  assert.equal(proved.problems, [])
  assert.is(proved.uncovered.events, 1)
  assert.ok(Date.now() - Date.parse(proved.uncovered.oldest!) < 60_000)
  assert.ok(last.revision > 0)
})

test('by appending what no service of this kind writes', async () => {
  const { proved, last } = await foundAfter((client, stream) =>
    client.appendToStream(stream[0]!.stream, jsonEvent({ type: 'Foreign', data: {} })),
  )
  assert.equal(proved.problems.map(problemText), [
    `${last.stream} at revision ${last.revision + 1}: it can't be read: it was not written by this service`,
  ])
})

const hidings: [string, (client: EventStoreDBClient, stream: string) => Promise<unknown>, string][] = [
  [
    'deleting a stream',
    (client, stream) => client.deleteStream(stream),
    'the stream was deleted: the store shows none of its events to readers',
  ],
  [
    'ending a stream for ever',
    (client, stream) => client.tombstoneStream(stream),
    'the stream was deleted for ever (a tombstone): the store shows none of its events to readers',
  ],
  [
    'truncating a stream',
    (client, stream) => client.setStreamMetadata(stream, { truncateBefore: 2 }),
    'the stream was truncated: the store hides the events before revision 2',
  ],
  [
    'limiting a stream',
    (client, stream) => client.setStreamMetadata(stream, { maxCount: 1 }),
    'the stream was limited: the store hides all but its last 1 events',
  ],
  [
    'limiting the age of a stream',
    (client, stream) => client.setStreamMetadata(stream, { maxAge: 1 }),
    'the stream was limited: the store hides events older than 1 s',
  ],
]
for (const [how, hide, what] of hidings)
  test(`by ${how}`, async () => {
    const { proved, stream } = await foundAfter((client, stream) => hide(client, stream[0]!.stream))
    assert.equal(proved.problems.map(problemText), [`${stream} at revision 0: ${what}`])
  })

test('is whole again when a stream is not limited any more', async () => {
  const { proved } = await foundAfter(async (client, stream) => {
    await client.setStreamMetadata(stream[0]!.stream, { maxCount: 1 })
    await client.setStreamMetadata(stream[0]!.stream, {})
  })
  assert.equal(proved.problems, [])
})

test.run()
