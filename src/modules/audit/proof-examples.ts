import type { Examples } from '#http/openapi/examples.ts'

const id = 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70'

/** Verifiable: the second of three leaves. */
export const proofExamples: Examples = {
  getAuditProof: {
    responses: {
      200: {
        ...{ family: 'refunds', id, stream: `refund-${id}`, revision: 0 },
        hash: '509a9ab5d415f0454bcc4c8fda47e415aee31a99210499a83dc59f8e9b157772',
        leaf: 1,
        path: [
          'a679d84b2e95ca43ec53b1181e719cd1630cae8db7d4ee3bebb0fc1c0e1da073',
          'e9edbab4b99aabc1c37d6ed50b653c3e0d3a6127deb5faed4219a105f5b022b0',
        ],
        checkpoint: {
          format: 'security-service checkpoint 1',
          ...{ number: 1, at: '2026-11-21T03:32:00.000Z', events: 4, streams: 3, position: '9812' },
          head: '965e6511e024fa5a63b90989e1764d357eaa4fc18d5341789c124ef52541b714',
          previous: null,
          key_id: 'oXjhFaz7unrn71Heb9sUzIRSso8yRTDZAh_XuopyNFA',
          signature: 'D-fZ_UDQGvoUNWpamVvAhZm9fMHdPz4PY61fdQkj_pyxS4i8f9PJ_MmKBa7ovuAyfPxoTkFSX72AXdN0fyqrCw',
        },
        uncovered_events: 2,
        read_id: '0b7b9d6c-4d0e-4f57-8a53-2f6f3a1f7c55',
      },
    },
  },
}
