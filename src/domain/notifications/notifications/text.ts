import type { MessageText } from '../messages.ts'
import type { Target } from './events.ts'

/** The sealed content of a notification; `also`: the same in other languages, by language code. */
export type NotificationText = MessageText & {
  data: Record<string, string>
  also?: Readonly<Record<string, MessageText>>
}

export function textSealContext(id: string): string {
  return `${id}|text`
}

export function messageInLanguage(
  { title, body, also }: NotificationText,
  { language }: Pick<Target, 'language'>,
): MessageText {
  return (language === null ? undefined : also?.[language]) ?? { title, body }
}
