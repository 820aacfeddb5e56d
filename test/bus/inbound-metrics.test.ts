import { Registry } from 'prom-client'
import * as assert from 'uvu/assert'
import { createInboundMetrics } from '#bus/inbound/metrics.ts'
import { suite } from '../harness/suite.ts'

const test = suite('metrics of messages that are taken')

test('refusals are counted by client, and however many clients there are, in few series', async () => {
  const registry = new Registry()
  const { count } = createInboundMetrics(registry, ['user'])
  count({ client_id: 'clt_0', kind: 'user' }, 'recorded')
  for (let n = 0; n < 150; n++) count({ client_id: `clt_${n}`, kind: 'user' }, 'bad')
  count({ client_id: 'clt_0', kind: 'no kind' }, 'bad')
  count({ client_id: 'no client\n', kind: 'user' }, 'bad')
  const { values } = await registry.getSingleMetric('bus_in_refused_total')!.get()
  const of = (client_id: string) => values.find(({ labels }) => labels.client_id === client_id)?.value
  assert.equal([values.length, of('clt_0'), of('clt_99'), of('clt_149'), of('_others')], [101, 2, 1, undefined, 51])
})

test.run()
