import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import type { NewEvent } from '#event-sourcing/event-store.ts'
import { openSession } from '#ml/trees/session.ts'
import { MODEL_FILE } from '#services/fraud/model.ts'

/**
 * What no score can do without, and nothing else: a request through Fastify, two appends one after the other, a run
 * of the model, an answer. `EVENTSTORE_URL` says where, `METADATA` what the events carry beside their data.
 */
const store = connectEventStore(process.env.EVENTSTORE_URL!)
const session = await openSession(readFileSync(MODEL_FILE))
const metadata: NewEvent['metadata'] = JSON.parse(process.env.METADATA!)
const row = new Float32Array(FEATURE_NAMES.length)
const server = fastify()
server.post('/', async ({ body }) => {
  for (let append = 0; append < 2; append += 1)
    await store.append(`bench-${randomUUID()}`, 'no_stream', [
      { id: randomUUID(), type: 'Bare', data: { body }, metadata },
    ])
  return session.scores([row])
})
console.log(`ready ${await server.listen({ host: '127.0.0.1', port: 0 })}`)
