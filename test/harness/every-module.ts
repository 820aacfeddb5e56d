import { modules } from '#modules.ts'

/** What the engines get from all modules, for tests that start an engine alone. */
export const readModels = modules.flatMap(module => module.readModels ?? [])
export const publicEvents = modules.flatMap(module => module.publicEvents ?? [])
export const publicPrefixes = publicEvents.flatMap(({ prefixes }) => prefixes)
