import { type RunningService, start } from '#main.ts'
import { readServiceConfig } from '#service-config.ts'
import { runningStores } from '../projector/running-stores.ts'
import { type Client, logIn } from './client.ts'
import { testLog } from './log.ts'
import { noteSecret } from './secrets.ts'
import { ADMIN, logInUnlimited, sharedKeys, testEnvironment } from './service.ts'

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
  const environment = testEnvironment({
    ...stores.urls,
    ...sharedKeys(),
  })
  noteSecret(environment.MASTER_KEY, environment.JWT_KEYS)
  const instances = [await start(readServiceConfig(environment), { log: testLog() })]
  for (const ROLES of ['api', 'api'])
    instances.push(await start(readServiceConfig({ ...environment, ROLES }), { log: testLog() }))
  const { client_id } = (await (await logInUnlimited(instances[0]!.url)).get('/api/auth/me')).body
  const clients = await Promise.all(instances.map(({ url }) => logIn(url, ADMIN.email, ADMIN.password)))
  return {
    ...{ environment, instances, clients, client_id },
    async stop() {
      for (const instance of instances.toReversed()) await instance.stop()
      await stores.stop()
    },
  }
}
