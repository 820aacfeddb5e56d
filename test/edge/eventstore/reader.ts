import { setTimeout as delay } from 'node:timers/promises'
import { START } from '@eventstore/db-client'
import { connect } from './harness.ts'

/**
 * A process made to be killed in the middle of reading: a catch-up subscription and a consumer of a group that answers nothing. Says on
 * its channel how many events of the group it holds.
 */
const [url = '', group = ''] = process.argv.slice(2)
const client = connect(url)
client.subscribeToAll({ fromPosition: START }).on('data', () => delay(1))
let held = 0
client
  .subscribeToPersistentSubscriptionToAll(group, { bufferSize: 10 })
  .on('data', () => process.send?.(++held))
  .on('error', () => process.exit(1))
