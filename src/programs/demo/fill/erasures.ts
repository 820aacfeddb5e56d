import type { FillPart } from './fill-part.ts'

/** Users of the sample with no other records. */
export const fillErasures: FillPart = async (client, name, _now, signal) => {
  const erase = (user_id: string, legal_basis: 'consent_withdrawn' | 'aml_retention') =>
    client.eraseSubject({ path: { user_id }, body: { legal_basis } }, { signal })
  await erase(`${name}_user_18`, 'consent_withdrawn')
  await erase(`${name}_user_19`, 'aml_retention')
  return 'one person erased, one restricted'
}
