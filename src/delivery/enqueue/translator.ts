import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { isPoisonEvent, reasonOf } from '#subscription/error-classification.ts'
import type { Draft, PublicEventDeclaration } from './public-event-declaration.ts'

export type Translation = { draft: Draft | null } | { refused: string }

/** Rejects during an outage. An untranslatable event does not block the others. */
export function createTranslator(
  service: Pick<Service, 'store' | 'vault' | 'execute'>,
  modules: readonly PublicEventDeclaration[],
  cachedMax?: number,
) {
  const translators = modules.map(({ prefixes, translator }) => ({
    prefixes,
    translate: translator(service, cachedMax),
  }))

  async function translateAll(events: Recorded<DomainEvent>[]): Promise<Translation[]> {
    const drafts = new Map<Recorded<DomainEvent>, Draft | null>()
    await Promise.all(
      translators.map(async ({ prefixes, translate }) => {
        const own = events.filter(({ stream }) => prefixes.some(prefix => stream.startsWith(prefix)))
        const ownDrafts = own.length === 0 ? [] : await translate(own)
        for (const [index, event] of own.entries()) drafts.set(event, ownDrafts[index] ?? null)
      }),
    )
    return events.map(event => ({ draft: drafts.get(event) ?? null }))
  }

  return async (events: Recorded<DomainEvent>[]): Promise<Translation[]> => {
    try {
      return await translateAll(events)
    } catch (error) {
      if (!isPoisonEvent(error)) throw error
    }
    const translateOne = (event: Recorded<DomainEvent>) =>
      translateAll([event]).catch((error): Translation[] => {
        if (!isPoisonEvent(error)) throw error
        return [{ refused: reasonOf(error) }]
      })
    const translations: Translation[] = []
    for (const event of events) translations.push(...(await translateOne(event)))
    return translations
  }
}
