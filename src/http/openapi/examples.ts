/** A test checks each example against the schemas. */
export type Example = { body?: unknown; responses: Record<number, unknown> }

/** By `operationId`. */
export type Examples = Record<string, Example>

export const operationsExamples: Examples = {
  live: { responses: { 200: { status: 'live' } } },
  ready: {
    responses: {
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
