import { accountExamples } from '#modules/auth/account-examples.ts'
import { loginExamples } from '#modules/auth/login-examples.ts'
import { refundExamples } from '#modules/refunds/examples.ts'
import { webhookExamples } from '#modules/webhooks/examples.ts'

/** What is sent and what comes back; answers by status. A test holds each against the schemas. */
export type Example = { body?: unknown; answers: Record<number, unknown> }

const operations: Record<string, Example> = {
  jwks: {
    answers: {
      200: {
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
            y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
            kid: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
            use: 'sig',
            alg: 'ES256',
          },
        ],
      },
    },
  },
  live: { answers: { 200: { status: 'live' } } },
  ready: {
    answers: {
      200: {
        status: 'ready',
        parts: {
          postgres: { state: 'up' },
          clock: { state: 'up', offset_ms: -3 },
          projector: { state: 'up', lag_ms: 12 },
        },
      },
      503: {
        status: 'not_ready',
        parts: { postgres: { state: 'up' }, projector: { state: 'degraded', lag_ms: 61_200, note: 'refunds: failed' } },
      },
    },
  },
}

const all: Record<string, Example> = {
  ...operations,
  ...loginExamples,
  ...accountExamples,
  ...refundExamples,
  ...webhookExamples,
}

/** The example of an operation; none for routes that only tests have. */
export function exampleOf(operationId: string | undefined): Example {
  return all[operationId ?? ''] ?? { answers: {} }
}
