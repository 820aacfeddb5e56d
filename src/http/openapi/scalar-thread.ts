import { parentPort } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/** In a thread, because loading Scalar's plugin blocks for some tenths of a second and keeps 40 MB. */
const app = Fastify()
await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
const { body } = await app.inject('/docs/js/scalar.js')
await app.close()
parentPort?.postMessage(body)
