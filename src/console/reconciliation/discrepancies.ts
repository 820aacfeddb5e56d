import type { Answer } from '../../client/types.ts'

export type ReportAnswer = Answer<'reconcileStatement'>
export type FlagAnswer = Answer<'listReconciliationFlags'>['data'][number]

export const KINDS: Readonly<Record<FlagAnswer['kind'], string>> = {
  missing_there: 'recorded here, not in the statement',
  missing_here: 'in the statement, not recorded here',
  amount_differs: 'another amount or currency',
  status_differs: 'another outcome',
  contradicted: 'the network contradicts itself',
}

export const COUNTS: Readonly<Record<keyof ReportAnswer['counts'], string>> = {
  matched: 'Agree',
  missing_there: 'Recorded here, not in the statement',
  missing_here: 'In the statement, not recorded here',
  amount_differs: 'Another amount or currency',
  status_differs: 'Another outcome',
  contradicted: 'Contradicted by the network',
  in_flight: 'Too recent',
  undecided: 'Undecided, at the edges of the period',
  repeated_lines: 'Repeated lines',
}
