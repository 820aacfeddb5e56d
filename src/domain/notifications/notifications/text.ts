import type { Target } from './events.ts'

type MessageText = { title: string; body: string }

/** What a notification says: all of it that is sealed. */
export type NotificationText = MessageText & {
  data: Record<string, string>
  /** The same in other languages, by their codes. */
  also?: Readonly<Record<string, MessageText>>
}

/** Where the text of a notification is sealed. */
export function textSealContext(id: string): string {
  return `${id}|text`
}

/** What a device is told. */
export function messageInLanguage(
  { title, body, also }: NotificationText,
  { language }: Pick<Target, 'language'>,
): MessageText {
  return (language === null ? undefined : also?.[language]) ?? { title, body }
}
