import type { ErrorCode } from '#values/errors.ts'
import COMMON from './error-advice.json' with { type: 'json' }

/**
 * What a caller does after a refusal, by code. Each module brings the advice for its own codes; a test finds missing
 * ones.
 */
export type ErrorAdvice = Partial<Record<ErrorCode, string>>

/** For codes of every module, and for those that no module has yet. */
export const commonErrorAdvice: ErrorAdvice = COMMON
