import { signal } from '@preact/signals'
import type { Answer } from '../client/types.ts'
import { api } from './api.ts'

/** How the service is set up; null until it is known. Pages work without it, and the service decides anyway. */
export const settings = signal<Answer<'getSettings'> | null>(null)

export async function loadSettings(): Promise<void> {
  settings.value = await api.getSettings().catch(() => null)
}
