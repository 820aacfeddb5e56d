import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { isFaultOfEvent, reasonOf } from '#subscription/blame.ts'
import type { Draft } from './draft.ts'
import type { PublicEvents } from './public-events.ts'

/** What an event is to the world outside: something to tell, nothing, or something that can't be told and why. */
export type Translation = { draft: Draft | null } | { refused: string }

/** Turns domain events, in log order, into public ones. An outage rejects; an event that can't be translated holds nobody up. */
export function createTranslation(
  service: Pick<Service, 'store' | 'vault' | 'execute'>,
  modules: readonly PublicEvents[],
  rememberedMax?: number,
) {
  const translators = modules.map(({ prefixes, translator }) => ({
    prefixes,
    translate: translator(service, rememberedMax),
  }))

  async function translated(events: Recorded<DomainEvent>[]): Promise<Translation[]> {
    const drafts = new Map<Recorded<DomainEvent>, Draft | null>()
    await Promise.all(
      translators.map(async ({ prefixes, translate }) => {
        const own = events.filter(({ stream }) => prefixes.some(prefix => stream.startsWith(prefix)))
        const told = own.length === 0 ? [] : await translate(own)
        for (const [index, event] of own.entries()) drafts.set(event, told[index] ?? null)
      }),
    )
    return events.map(event => ({ draft: drafts.get(event) ?? null }))
  }

  return async (events: Recorded<DomainEvent>[]): Promise<Translation[]> => {
    try {
      return await translated(events)
    } catch (error) {
      if (!isFaultOfEvent(error)) throw error
    }
    const one = (event: Recorded<DomainEvent>) =>
      translated([event]).catch((error): Translation[] => {
        if (!isFaultOfEvent(error)) throw error
        return [{ refused: reasonOf(error) }]
      })
    const translations: Translation[] = []
    for (const event of events) translations.push(...(await one(event)))
    return translations
  }
}
