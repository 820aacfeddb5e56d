import { contractSuite } from './contract.suite.ts'
import { connect, startTestNode } from './harness.ts'

/** On the server that EVENTSTORE_URL names, or else on an embedded node. */
const url = process.env.EVENTSTORE_URL

if (url === undefined) {
  const node = await startTestNode()
  const client = connect(node.url)
  contractSuite({
    name: 'embedded node',
    client,
    restart: signal => node.restart(signal),
    dispose: async () => {
      await client.dispose()
      await node.dispose()
    },
  })
} else {
  const client = connect(url)
  contractSuite({ name: 'server given', client, dispose: () => client.dispose() })
}
