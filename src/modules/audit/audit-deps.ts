import type { AuditDeclaration } from '#declarations/history-view.ts'
import type { PersonalDataMap } from '#declarations/personal-data.ts'
import type { AuditSigner } from './signing.ts'

export type AuditDeps = {
  all: readonly AuditDeclaration[]
  personal: readonly PersonalDataMap[]
  signer: AuditSigner
}
