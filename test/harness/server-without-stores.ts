import { generateKeyPairSync } from 'node:crypto'
import { Registry } from 'prom-client'
import type { CompleteConfig } from '#config/config.ts'
import { createHttpServer } from '#http/server.ts'
import { describeModules, modules } from '#modules.ts'
import type { Service } from '#service.ts'
import { type ModuleVariables, readServiceConfig } from '#service-config.ts'
import { testLog } from './log.ts'

/** The HTTP server with every module's routes and without any store: none is asked while routes are added. */
export async function serverWithoutStores() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const config = readServiceConfig({
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    JWT_KEYS: JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }),
    AUDIT_KEYS: JSON.stringify({ keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })] }),
    BOOTSTRAP_ADMIN_PASSWORD: 'a password for the tests',
  }) as CompleteConfig & ModuleVariables
  const parts: Pick<Service, 'log' | 'metrics' | 'now'> = {
    log: testLog(),
    metrics: new Registry(),
    now: () => new Date(),
  }
  const service = { ...parts, config } as Service<ModuleVariables> & { config: CompleteConfig }
  const started = await Promise.all(modules.map(module => module.start({ service, interactive: service, modules })))
  const gates = started.filter(({ authenticator }) => authenticator !== undefined)
  const api = await createHttpServer(service, {
    authenticator: gates[0]!.authenticator!,
    routes: started.flatMap(({ routes }) => routes ?? []),
    documentParts: describeModules(modules, config),
    health: async () => ({ ready: true, parts: {} }),
  })
  const close = async () => {
    await api.close()
    for (const { stop } of gates) await stop?.()
  }
  return { api, close }
}

/** The document as the service makes it. */
export async function documentWithoutStores() {
  const { api, close } = await serverWithoutStores()
  try {
    return (await api.inject('/openapi.json')).json()
  } finally {
    await close()
  }
}
