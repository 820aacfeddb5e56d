import type { z } from 'zod'
import type { EventType } from '#domain/webhooks/event-types.ts'
import type { BusOperation } from '#http/asyncapi/bus-operation.ts'
import type { ErrorCode } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import COMMON from './error-advice.json' with { type: 'json' }

/** Schemas of `data`, by event type; the document has the types of the modules. */
export type EventSchemas = Partial<Record<EventType, z.ZodType>>

export type DocumentParts = {
  examples: Examples
  eventSchemas: EventSchemas
  tags: readonly Tag[]
  errorAdvice: ErrorAdvice
  guide: readonly Section[]
  /** Of the AsyncAPI document. */
  bus: readonly BusOperation[]
}

/** A test checks each example against the schemas. */
export type Example = { body?: unknown; responses: Record<number, unknown> }

/** By `operationId`. */
export type Examples = Record<string, Example>

/** What a caller does after a refusal, by code. A test finds missing codes. */
export type ErrorAdvice = Partial<Record<ErrorCode, string>>

/** For codes of every module, and for those that no module has yet. */
export const commonErrorAdvice: ErrorAdvice = COMMON

/** A chapter of the document's introduction, in Markdown. */
export type Section = { title: string; text: string }

export function renderSections(sections: readonly Section[]): string {
  return sections.map(({ title, text }) => `# ${title}\n\n${text}`).join('\n\n')
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A group of operations in the reference. Lower orders come first: what an integrator needs first. */
export type Tag = { name: string; order: number; 'x-displayName': string; description: string }

const OPERATIONS: Tag = {
  name: 'operations',
  order: 1000,
  'x-displayName': 'Operations',
  description: prose(
    'For load balancers, orchestrators and verifiers of tokens. None of these operations needs a token or counts',
    'as a request.',
  ),
}

/** The used tags in their order; those that no module describes come last. */
export function tagsOf(used: Iterable<string>, declared: readonly Tag[]): Partial<Tag>[] {
  const names = new Set(used)
  const listed = [...declared, OPERATIONS].filter(({ name }) => names.delete(name)).sort((a, b) => a.order - b.order)
  return [...listed.map(({ order: _, ...tag }) => tag), ...[...names].sort().map(name => ({ name }))]
}
