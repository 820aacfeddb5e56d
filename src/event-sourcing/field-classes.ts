import { z } from 'zod'

/** Every leaf field of an event has a class; README.md defines them. */
type FieldClass =
  | { name: 'owner' | 'subject' | 'personal' | 'hidden' | 'internal' | 'plain' }
  | { name: 'sealed'; context: string; isDisclosed: boolean }

declare const classified: unique symbol
type Classified = { readonly [classified]: true }
type Shape = Readonly<Record<string, z.ZodType>>
type Classify = {
  <S extends z.ZodType>(schema: S): S & Classified
  /** Several fields of one class, to spread into an object's shape. */
  <S extends Shape>(shape: S): { [Name in keyof S]: S[Name] & Classified }
}

const classes = z.registry<FieldClass>()

function classifier(fieldClass: FieldClass): Classify {
  const one = (schema: z.ZodType) => {
    // A copy, because one schema may describe fields of several classes.
    const copy = schema.clone()
    classes.add(copy, fieldClass)
    return copy
  }
  const apply = (of: z.ZodType | Shape) =>
    of instanceof z.ZodType
      ? one(of)
      : Object.fromEntries(Object.entries(of).map(([name, schema]) => [name, one(schema)]))
  return apply as Classify
}

export const owner = classifier({ name: 'owner' })
export const subject = classifier({ name: 'subject' })
export const personal = classifier({ name: 'personal' })
export const hidden = classifier({ name: 'hidden' })
export const internal = classifier({ name: 'internal' })
export const plain = classifier({ name: 'plain' })

/** Ciphertext with the context `<id of the stream>|<context>`; opened in the person's export if `isDisclosed`. */
export function sealed(context: string, { isDisclosed = true } = {}): z.ZodString & Classified {
  return classifier({ name: 'sealed', context, isDisclosed })(z.string())
}

type UnclassifiedPath<T, Path extends string> = T extends Classified
  ? never
  : T extends z.ZodObject<infer S>
    ? { [Name in keyof S & string]: UnclassifiedPath<S[Name], `${Path}.${Name}`> }[keyof S & string]
    : T extends z.ZodNullable<infer Inner> | z.ZodOptional<infer Inner> | z.ZodArray<infer Inner>
      ? UnclassifiedPath<Inner, Path>
      : Path

/** Does not compile for schemas with a field that has no class. */
export type ClassifiedSchemas<Schemas> = {
  [Type in keyof Schemas & string]: [UnclassifiedPath<Schemas[Type], Type>] extends [never]
    ? unknown
    : { 'has no class': UnclassifiedPath<Schemas[Type], Type> }
}

type Field = { path: string; class: FieldClass | undefined }

function fieldsOf(schema: unknown, path = ''): Field[] {
  const found = classes.get(schema as z.ZodType)
  if (found !== undefined) return [{ path, class: found }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      fieldsOf(field, path === '' ? name : `${path}.${name}`),
    )
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, `${path}.0`)
  return [{ path, class: undefined }]
}

type Schemas = Readonly<Record<string, z.ZodObject>>

export function assertClassified(schemas: Schemas): void {
  for (const [type, schema] of Object.entries(schemas))
    for (const field of fieldsOf(schema))
      if (field.class === undefined) throw new Error(`${type}.${field.path} has no class`)
}

/** Per event type, the path of its owner or of its subject. */
export function pathsOfClass(schemas: Schemas, name: 'owner' | 'subject'): ReadonlyMap<string, string> {
  const paths = Object.entries(schemas).map(([type, schema]) => {
    const found = fieldsOf(schema).filter(field => field.class?.name === name)
    if (found.length > 1) throw new Error(`${type} has more than one ${name}`)
    return [type, found[0]?.path] as const
  })
  return new Map(paths.flatMap(([type, path]) => (path === undefined ? [] : [[type, path]])))
}

/** Per event type, the paths of what an erasure removes. */
export function personalPaths(schemas: Schemas): Record<string, readonly string[]> {
  const names = new Set(['subject', 'personal', 'hidden', 'sealed'])
  const paths = Object.entries(schemas).map(([type, schema]) => {
    const found = fieldsOf(schema).filter(field => names.has(field.class?.name ?? ''))
    return [type, found.map(({ path }) => path)] as const
  })
  return Object.fromEntries(paths.filter(([, found]) => found.length > 0))
}

/** Contexts of the sealed fields that the person's export contains, by path. */
export function disclosedContexts(schemas: Schemas): Record<string, string> {
  const fields = Object.values(schemas).flatMap(schema => fieldsOf(schema))
  return Object.fromEntries(
    fields.flatMap(({ path, class: of }) => (of?.name === 'sealed' && of.isDisclosed ? [[path, of.context]] : [])),
  )
}

type View = (value: unknown) => unknown

/** What the history shows of an event: its plain and personal fields and its subject. */
export function defaultView(schema: z.ZodObject): (data: object) => object {
  const view = viewOf(schema)
  return data => (view === null ? {} : (view(data) as object))
}

/** Null where nothing is shown. */
function viewOf(schema: unknown): View | null {
  const found = classes.get(schema as z.ZodType)
  if (found !== undefined) return ['subject', 'personal', 'plain'].includes(found.name) ? value => value : null
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = viewOf(schema.unwrap())
    return inner && (value => (value === null ? null : inner(value)))
  }
  if (schema instanceof z.ZodArray) {
    const inner = viewOf(schema.element)
    return inner && (value => (value as unknown[]).map(inner))
  }
  if (!(schema instanceof z.ZodObject)) return null
  const views = Object.entries(schema.shape).flatMap(([name, field]) => {
    const view = viewOf(field)
    return view === null ? [] : [[name, view] as const]
  })
  if (views.length === 0) return null
  return value =>
    Object.fromEntries(
      views.flatMap(([name, view]) => {
        const field: unknown = Reflect.get(value as object, name)
        return field === undefined ? [] : [[name, view(field)]]
      }),
    )
}
