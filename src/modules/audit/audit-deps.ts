import type { AuditDeclaration } from '#declarations/history-view.ts'
import type { PersonalDataMap } from '#declarations/personal-data.ts'
import type { AuditSigner } from './signing.ts'

/** What the audit works with beside the service: what all modules say of their streams. */
export type AuditDeps = {
  all: readonly AuditDeclaration[]
  personal: readonly PersonalDataMap[]
  signer: AuditSigner
}
