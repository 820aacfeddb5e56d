import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { api, user } from './api.ts'

/** What one request may name. */
const IDS_MAX = 100
const USER_ID = /^usr_/

/** Names of colleagues by their ids, of the user who is signed in; null: the service knows none. */
let known = { of: '', names: signal<ReadonlyMap<string, string | null>>(new Map()) }
const wanted = new Set<string>()
let isPlanned = false

/** The name of a user, or null while it is not known. All names of a view are read together, each once. */
export function nameOf(id: string): ReadonlySignal<string | null> {
  const { names } = ofCurrentUser()
  if (USER_ID.test(id) && !names.peek().has(id)) want(id)
  return computed(() => names.value.get(id) ?? null)
}

/** A name that its user has changed is read again where it is shown next. */
export function forgetName(id: string): void {
  const { names } = ofCurrentUser()
  names.value = new Map([...names.peek()].filter(([one]) => one !== id))
}

function ofCurrentUser() {
  const of = user.peek()?.id ?? ''
  if (known.of !== of) known = { of, names: signal(new Map()) }
  return known
}

function want(id: string): void {
  wanted.add(id)
  if (isPlanned) return
  isPlanned = true
  queueMicrotask(() => {
    isPlanned = false
    const ids = [...wanted]
    wanted.clear()
    for (let at = 0; at < ids.length; at += IDS_MAX) void read(ids.slice(at, at + IDS_MAX))
  })
}

/** Without names, ids are shown. They are requested again where they are shown next. */
async function read(ids: readonly string[]): Promise<void> {
  const { names } = ofCurrentUser()
  names.value = new Map([...names.peek(), ...ids.map(id => [id, null] as const)])
  try {
    const { data } = await api.listUserNames({ query: { ids: ids.join(',') } })
    names.value = new Map([...names.peek(), ...data.map(one => [one.user_id, one.display_name] as const)])
  } catch {
    names.value = new Map([...names.peek()].filter(([id]) => !ids.includes(id)))
  }
}
