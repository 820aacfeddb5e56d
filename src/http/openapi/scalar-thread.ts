import { parentPort } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/**
 * Hands over the script of the reference, as Scalar's own plugin serves it, and ends. In a thread of its own: loading the plugin holds a
 * thread up for some tenths of a second, and keeps 40 MB that nobody needs afterwards.
 */
const app = Fastify()
await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
const { body } = await app.inject('/docs/js/scalar.js')
await app.close()
parentPort?.postMessage(body)
