import type { Module } from '#module.ts'
import { fraudFigures } from '#projections/fraud/figures.ts'
import { auditedProfiles } from './audited.ts'
import { profilePersonal } from './personal.ts'

export const fraud: Module = {
  name: 'fraud',
  readModels: [fraudFigures],
  facts: [auditedProfiles],
  personal: [profilePersonal],
  start: () => ({}),
}
