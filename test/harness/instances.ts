import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { type RunningService, start } from '#main.ts'
import { readServiceConfig } from '#modules.ts'
import { runningStores } from '../projector/running-stores.ts'
import { type Client, logIn } from './client.ts'
import { testLog } from './log.ts'
import { noteSecret } from './secrets.ts'
import { ADMIN, testEnvironment, UNLIMITED } from './service.ts'

/** Three instances of the service on the same stores: the first plays all roles, the others answer requests. */
export type Instances = {
  /** For one more of them, in a process of its own. */
  environment: Record<string, string>
  instances: RunningService[]
  /** The same administrator at each of them, not limited in rate. */
  clients: Client[]
  client_id: string
  stop(): Promise<void>
}

export async function startInstances(): Promise<Instances> {
  const stores = await runningStores()
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const environment = testEnvironment({
    ...stores.urls,
    MASTER_KEY: randomBytes(32).toString('base64'),
    JWT_KEYS: JSON.stringify({ keys: [await exportJWK(privateKey)] }),
  })
  noteSecret(environment.MASTER_KEY, environment.JWT_KEYS)
  const instances = [await start(readServiceConfig(environment), { log: testLog() })]
  for (const ROLES of ['api', 'api'])
    instances.push(await start(readServiceConfig({ ...environment, ROLES }), { log: testLog() }))
  const first = await logIn(instances[0]!.url, ADMIN.email, ADMIN.password)
  const { client_id } = (await first.get('/api/auth/me')).body
  await first.send('PATCH', `/admin/clients/${client_id}`, { agreed_limit: UNLIMITED })
  // A token carries the limits of its time.
  const clients = await Promise.all(instances.map(({ url }) => logIn(url, ADMIN.email, ADMIN.password)))
  return {
    ...{ environment, instances, clients, client_id },
    async stop() {
      for (const instance of instances.toReversed()) await instance.stop()
      await stores.stop()
    },
  }
}
