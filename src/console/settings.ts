import { signal } from '@preact/signals'
import type { Answer } from '../client/types.ts'
import { api } from './api.ts'

/** How the service is set up; null until it is known. Pages work without it, and the service decides anyway. */
export const settings = signal<Answer<'getSettings'> | null>(null)

let loading: Promise<void> | null = null

export function loadSettings(): Promise<void> {
  loading ??= readSettings().finally(() => {
    loading = null
  })
  return loading
}

async function readSettings(): Promise<void> {
  settings.value = await api.getSettings().catch(() => null)
}

/** For what can't be shown without them. */
export async function knownSettings(): Promise<Answer<'getSettings'> | null> {
  if (settings.peek() === null) await loadSettings()
  return settings.peek()
}

const LETTER_KEYS = 'letter-keys'

/** Whether pages take single letters as keys (WCAG 2.1.4). The browser keeps it, where it keeps anything. */
export const hasLetterKeys = signal(storage()?.getItem(LETTER_KEYS) !== 'off')

export function setLetterKeys(isOn: boolean): void {
  hasLetterKeys.value = isOn
  storage()?.setItem(LETTER_KEYS, isOn ? 'on' : 'off')
}

/** A browser that blocks storage throws at its very name. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
