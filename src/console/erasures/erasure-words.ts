import type { Answer, Input } from '../../client/types.ts'

export type ErasureBasis = Input<'eraseSubject'>['body']['legal_basis']
type ErasureStatus = Answer<'getSubject'>['status']

/** Three of them are duties to keep the data for now. */
export const LEGAL_BASES: Readonly<Record<ErasureBasis, string>> = {
  gdpr_art_17: 'the person requests it (GDPR, Article 17)',
  consent_withdrawn: 'the consent was withdrawn',
  objection: 'the person objects',
  purpose_ended: 'the purpose has ended',
  unlawful_processing: 'the processing was unlawful',
  aml_retention: 'duty to keep: money laundering law',
  tax_retention: 'duty to keep: tax law',
  legal_claim: 'duty to keep: a legal claim',
}

export const ERASURE_STATUSES: Readonly<Record<ErasureStatus, string>> = {
  active: 'No erasure was requested.',
  restricted: 'The person is restricted. Refunds in progress end first.',
  retained: 'The person is restricted. The data are kept until the duty to keep them ends.',
  shredding: 'The keys are deleted. Data that were recorded late are erased now.',
  shredded: 'Done: the data cannot be decrypted any more.',
}

/** Statuses that go on without a person. */
export function isUnderWay(status: ErasureStatus): boolean {
  return status === 'restricted' || status === 'shredding'
}
