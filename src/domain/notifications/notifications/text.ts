import type { Target } from './events.ts'

type Wording = { title: string; body: string }

/** What a notification says: all of it that is sealed. */
export type NotificationText = Wording & {
  data: Record<string, string>
  /** The same in other languages, by their codes. */
  also?: Readonly<Record<string, Wording>>
}

/** Where the text of a notification is sealed. */
export function textPlace(id: string): string {
  return `${id}|text`
}

/** What a device is told. */
export function wordingFor({ title, body, also }: NotificationText, { language }: Pick<Target, 'language'>): Wording {
  return (language === null ? undefined : also?.[language]) ?? { title, body }
}
