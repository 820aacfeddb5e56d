import type { Examples } from '#http/openapi/examples.ts'

const statement = {
  from: '2026-11-21T00:00:00.000Z',
  to: '2026-11-22T00:00:00.000Z',
  sha256: '4d7a0d5a6f1c38e1c6c8d1b0c4a6f5a7d3c1f0a9b8e7d6c5b4a3928170f6e5d4',
}
const flag_id = 'flg_8f0c3a52-0c35-5f0e-9f43-6b1d6f7a9f11_1'
const discrepancy = {
  kind: 'amount_differs' as const,
  refund_id: 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70',
  key: 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70:0',
  about: 'transfer' as const,
  attempt: 0,
  said: {
    ...{ outcome: 'succeeded' as const, amount: 10.25, currency: 'EUR' },
    ...{ reference: 'SBX-EA999833-2006', at: '2026-11-21T03:31:41.102Z' },
  },
  recorded: {
    ...{ status: 'completed', outcome: 'succeeded' as const, amount: 100.25, currency: 'EUR' },
    ...{ reference: 'SBX-EA999833-2006', at: '2026-11-21T03:31:41.953Z' },
  },
}
const flagged = {
  statement,
  flagged_at: '2026-11-22T06:00:03.118Z',
  flagged_by: 'usr_0199a7f1-3a52-7c35-8f0e-6b1d6f7a9f11',
}
const resolved = {
  resolved_at: '2026-11-22T09:12:40.007Z',
  resolved_by: 'usr_0199a7f1-3a52-7c35-8f0e-6b1d6f7a9f11',
}

export const reconciliationExamples: Examples = {
  reconcileStatement: {
    responses: {
      200: {
        statement: { ...statement, lines: 812 },
        leeway_s: 900,
        counts: {
          ...{ matched: 811, missing_there: 0, missing_here: 0, amount_differs: 1, status_differs: 0, contradicted: 0 },
          ...{ in_flight: 0, undecided: 2, repeated_lines: 0 },
        },
        decided_by: { from: '2026-11-20T23:44:51.204Z', to: '2026-11-21T00:15:03.918Z' },
        flags: { raised: 1, known: 0 },
        discrepancies: [{ ...discrepancy, line: 78, flag: { flag_id, status: 'open' } }],
      },
    },
  },
  listReconciliationFlags: {
    responses: {
      200: {
        data: [{ flag_id, status: 'open', ...discrepancy, ...flagged, resolved_at: null, resolved_by: null }],
        pagination: { next_cursor: null, has_more: false },
      },
    },
  },
  resolveReconciliationFlag: {
    body: { reason: 'the network has corrected its statement, case 81' },
    responses: {
      200: {
        ...{ flag_id, status: 'resolved', ...discrepancy, ...flagged },
        resolution: { reason: 'the network has corrected its statement, case 81', ...resolved },
      },
    },
  },
}
