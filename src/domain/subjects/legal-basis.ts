/** Under a duty to retain the data stay, restricted, until it ends (GDPR Art. 17(3)(b) and (e)). */
export const LEGAL_BASES = {
  aml_retention: 'retain',
  tax_retention: 'retain',
  legal_claim: 'retain',
  gdpr_art_17: 'shred',
  consent_withdrawn: 'shred',
  objection: 'shred',
  purpose_ended: 'shred',
  unlawful_processing: 'shred',
} as const satisfies Record<string, 'retain' | 'shred'>

export type LegalBasis = keyof typeof LEGAL_BASES

export const LEGAL_BASIS_NAMES = Object.keys(LEGAL_BASES) as [LegalBasis, ...LegalBasis[]]

/** 29 February becomes 1 March. */
export function addYears(at: string, years: number): string {
  const date = new Date(at)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString()
}
