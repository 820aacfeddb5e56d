import { z } from 'zod'
import { operationTexts } from '#http/openapi/operation-texts.ts'
import { RefundParams } from '#modules/refunds/schemas.ts'
import { EXPORT_TYPES, ExportResponse, exportQueryOf, VerifyExportResponse } from './export-schemas.ts'
import operations from './operations.json' with { type: 'json' }
import {
  AuditRecordResponse,
  AuditSearchResponse,
  ProofQuery,
  ProofResponse,
  RecordQuery,
  RefundAuditResponse,
  searchQueryOf,
} from './schemas.ts'

const texts = operationTexts('audit', operations)
const scope = 'audit:read'

/** `families` are plurals, as in paths. */
const recordParamsOf = (families: readonly string[]) =>
  z.object({
    family: z.enum(families).describe('What kind of record it is, in the plural.'),
    id: z.string().describe('The record, by the id that other operations show.'),
  })

export const getRefundHistoryOperation = {
  config: { scope, invalid: 'REFUND_001', errors: ['REFUND_003', 'NOT_FOUND'] },
  schema: {
    ...texts('getRefundHistory'),
    params: RefundParams,
    querystring: RecordQuery,
    response: { 200: RefundAuditResponse },
  },
} as const

export const getAuditRecordOperation = (families: readonly string[]) =>
  ({
    config: { scope, errors: ['NOT_FOUND'] },
    schema: {
      ...texts('getAuditRecord'),
      params: recordParamsOf(families),
      querystring: RecordQuery,
      response: { 200: AuditRecordResponse },
    },
  }) as const

export const getAuditProofOperation = (families: readonly string[]) =>
  ({
    config: { scope, errors: ['NOT_FOUND', 'REFUND_003'] },
    schema: {
      ...texts('getAuditProof'),
      params: recordParamsOf(families),
      querystring: ProofQuery,
      response: { 200: ProofResponse },
    },
  }) as const

export const searchAuditOperation = (families: readonly string[], types: readonly string[]) =>
  ({
    config: { scope, errors: ['NOT_FOUND'] },
    schema: {
      ...texts('searchAudit'),
      querystring: searchQueryOf(families, types),
      response: { 200: AuditSearchResponse },
    },
  }) as const

export const exportAuditOperation = (families: readonly string[]) =>
  ({
    config: { scope, errors: ['NOT_FOUND'], responseTypes: EXPORT_TYPES },
    schema: {
      ...texts('exportAudit'),
      querystring: exportQueryOf(families),
      response: { 200: ExportResponse },
    },
  }) as const

export const verifyExportOperation = {
  config: { scope, errors: ['INVALID_REQUEST'], bodyTypes: EXPORT_TYPES },
  schema: {
    ...texts('verifyExport'),
    response: { 200: VerifyExportResponse },
  },
} as const
