import type { Audited } from '#declarations/history-view.ts'
import type { Personal } from '#declarations/personal-data.ts'
import type { AuditSigner } from './signing.ts'

/** What the audit works with beside the service: what all modules say of their streams. */
export type Auditing = {
  all: readonly Audited[]
  personal: readonly Personal[]
  signer: AuditSigner
}
