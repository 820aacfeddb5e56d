import type { Vault } from '#edge/vault/vault.ts'
import { userSubject } from '#privacy/user-id.ts'
import { plainText } from '#values/text.ts'

const DISPLAY_NAME_LENGTH_MAX = 140

/** Without them a name could look like no name, or turn the text after it. */
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const TURNS_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u

export const displayName = plainText(DISPLAY_NAME_LENGTH_MAX).refine(
  text => HAS_LETTER_OR_DIGIT.test(text) && !TURNS_DIRECTION.test(text),
  {
    error: 'must have a letter or a digit, and no character that changes the direction of text',
    when: ({ issues }) => issues.length === 0,
  },
)

export const DISPLAY_NAME = `Name that colleagues see in place of the id, 1 to ${DISPLAY_NAME_LENGTH_MAX} characters`

const contextOf = (user_id: string) => `${user_id}|display_name`

export async function sealDisplayName(vault: Vault, user_id: string, name: string | null): Promise<string | null> {
  return name === null ? null : vault.seal(userSubject(user_id), contextOf(user_id), name)
}

/** The command that changes the name; null where the user has it already. */
export async function displayNameChange(
  vault: Vault,
  user_id: string,
  { display_name_sealed: before }: { display_name_sealed: string | null },
  name: string | null,
) {
  const current = before === null ? null : await vault.open(before, contextOf(user_id))
  if (name === current) return null
  const display_name_sealed = await sealDisplayName(vault, user_id, name)
  return { type: 'change_display_name', display_name_sealed } as const
}
