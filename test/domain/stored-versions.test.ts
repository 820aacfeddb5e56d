import * as assert from 'uvu/assert'
import type { Category } from '#category.ts'
import type { DomainEvent } from '#decider.ts'
import { clientNameStreams } from '#domain/auth/client-names/events.ts'
import { clientStreams } from '#domain/auth/clients/events.ts'
import { credentialStreams } from '#domain/auth/credentials/events.ts'
import { identityStreams } from '#domain/auth/identities/events.ts'
import { serviceAccountStreams } from '#domain/auth/service-accounts/events.ts'
import { sessionStreams } from '#domain/auth/sessions/events.ts'
import { userStreams } from '#domain/auth/users/events.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { deliveryStreams, webhookStreams } from '#domain/webhooks/events.ts'
import { recordedOf } from '../harness/scenario.ts'
import { storedEvents } from '../harness/stored-events.ts'
import { suite } from '../harness/suite.ts'

const test = suite('events as every version has written them')

const categories: Category<DomainEvent>[] = [
  ...[clientStreams, clientNameStreams, credentialStreams, identityStreams, serviceAccountStreams],
  ...[sessionStreams, userStreams],
  ...[refundStreams, transactionStreams, webhookStreams, deliveryStreams, subjectStreams],
]

test('each can be read, and what is not obsolete could be written today', () => {
  for (const { stream, type, data, obsolete } of storedEvents) {
    const streams = categories.find(category => category.has({ stream }))!
    const [recorded] = recordedOf([{ type, data }], stream)
    assert.is(streams.parse(recorded!), recorded, type)
    if (!obsolete) streams.mustFit({ type, data })
  }
})

test('every type of every category is among them', () => {
  for (const streams of categories) {
    const types = new Set(storedEvents.filter(streams.has).map(({ type }) => type))
    assert.equal(
      streams.types.filter(type => !types.has(type)),
      [],
    )
  }
})

test.run()
