import { modules, readModelsOf } from '#modules.ts'

/** What the engines get from all modules, for tests that start an engine alone. */
export const readModels = readModelsOf(modules)
export const publicEvents = modules.flatMap(module => module.publicEvents ?? [])
export const publicPrefixes = publicEvents.flatMap(({ prefixes }) => prefixes)
