import { setTimeout as delay } from 'node:timers/promises'
import { START } from '@eventstore/db-client'
import { connect } from './harness.ts'

/**
 * A process made to be killed in the middle of reading: a catch-up subscription that takes its time. Says on its
 * channel what it has read.
 */
const [url = ''] = process.argv.slice(2)
const subscription = connect(url).subscribeToAll({ fromPosition: START })
let read = 0
subscription.on('error', () => process.exit(1))
for await (const _ of subscription) {
  process.send?.(++read)
  await delay(1)
}
