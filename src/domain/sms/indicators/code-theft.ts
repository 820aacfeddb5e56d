import type { Span } from '../text/mapped-text.ts'
import type { Word } from '../text/words.ts'
import WORDS from './code-theft.json' with { type: 'json' }

/**
 * Finds requests to hand over a one-time code: the message mentions a code that the reader receives, requests it for
 * another person, and does not contain it. A service that sends a code includes it, and advises to keep it secret.
 */

type WordKind = Exclude<keyof typeof WORDS, 'question'>
const WORD_SETS = new Map(Object.entries(WORDS).map(([kind, { words }]) => [kind, new Set(words)]))
const is = (kind: WordKind, word = '') => WORD_SETS.get(kind)!.has(word)

/** Verbs that hand something over, with pronouns: `mándamela`, `díctesela`. */
const HAND_OVER_PRONOUNS =
  /^(?:mand|envi|reenvi|pas|dig|dic|dict|le[ae]|facilit|indi[cq]|comuni[cq]|compart)[a-z]{0,6}?(?:me|nos|sel[oa]s?|mel[oa]s?|nosl[oa]s?|l[oa]s?)$/
const QUESTIONS = WORDS.question.words.map(question => question.split(' '))

/** Distances in words. */
const APART_MAX = 14
const NEGATION_WITHIN = 5
const SUBJECT_WITHIN = 6
const CODE_IN_TEXT_WITHIN = 11
/** Words beyond this are not read: such requests are short. */
const WORDS_MAX = 160

export type CodeSignals = {
  /** From the request to the code; null without a request. */
  theft: Span | null
  containsCode: boolean
}

/** @param text the skeleton of the words. */
export function findCodeSignals(text: string, all: readonly Word[]): CodeSignals {
  const words = all.slice(0, WORDS_MAX)
  const codes = words.flatMap((_, at) => (isCode(words, at) ? [at] : []))
  const containsCode = codes.some(at => isCodeNear(text, words, at))
  return { theft: containsCode || codes.length === 0 ? null : findTheft(text, words, codes), containsCode }
}

function findTheft(text: string, words: readonly Word[], codes: readonly number[]): Span | null {
  const isOffer = words.some(({ text: word }) => is('offer', word))
  const isSent = (at: number) =>
    /^(?:send|text)$/.test(words[at]!.text) && /^(?:you|u)$/.test(words[at + 1]?.text ?? '')
  const got = words.flatMap((_, at) => (isReceipt(words, at) || isSent(at) ? [at] : []))
  const requests = words.flatMap((_, at) => (isRequest(text, words, at) ? [at] : []))
  for (const request of requests)
    for (const code of codes) {
      if (Math.abs(request - code) > APART_MAX) continue
      const isGot = !isOffer && got.some(at => at !== request && Math.abs(at - code) <= APART_MAX)
      if (!isGot && !isVerification(words, code)) continue
      return { start: words[Math.min(request, code)]!.start, end: words[Math.max(request, code)]!.end }
    }
  return null
}

function isCode(words: readonly Word[], at: number): boolean {
  const word = words[at]!.text
  const near = (from: number, until: number) => words.slice(Math.max(0, at + from), at + until + 1).map(one => one.text)
  if (is('code', word)) return !near(-2, 2).some(one => is('otherCode', one))
  if (is('codeByCount', word)) {
    if (near(-2, -1).some(one => is('count', one))) return true
    // "The number the message came from" is what carriers request in a report of fraud.
    if (/^(?:that )?(?:the|this|that) (?:message|text|sms|call) (?:came|comes) from/.test(near(1, 6).join(' ')))
      return false
    if (/^(?:your|my|ur|tu|su|mi|new|nuevo)$/.test(near(-1, -1)[0] ?? '')) return false
    // "Text NO to this number" is where to reply.
    if (/^(?:to|al?) (?:this|este)$/.test(near(-2, -1).join(' '))) return false
    const first = Math.max(0, at - 4)
    const isSent = words
      .slice(first, at)
      .some(({ text }, offset) => is('sentOrArrived', text) && !isShipment(words, first + offset))
    if (isSent) return true
    const following = near(1, 7)
    return (
      following.some(one => is('got', one)) &&
      following.some(one => is('codeByMessage', one) || /^(?:lleg|recib|cel|movil|phone)/.test(one))
    )
  }
  // "Forward the text that you get", "haz captura del mensaje".
  if (!is('codeByMessage', word)) return false
  return near(-3, -1).some(one => /^(?:forward|fwd|reenvi|captura|screenshot|pantallazo)/.test(one))
}

/** "Su envío" is a parcel. */
function isShipment(words: readonly Word[], at: number): boolean {
  return words[at]!.text === 'envio' && /^(?:el|un|tu|su|mi|este|del?|al)$/.test(words[at - 1]?.text ?? '')
}

function isReceipt(words: readonly Word[], at: number): boolean {
  return is('got', words[at]!.text) && !isShipment(words, at)
}

function isVerification(words: readonly Word[], at: number): boolean {
  return words
    .slice(Math.max(0, at - 4), at + 5)
    .some(({ text }) =>
      /^(?:verif|otp$|2fa$|registr|acceso$|seguridad$|security$|login$|auth|sms$|whatsapp$|confirm|passcode$|6$|six$|seis$)/.test(
        text,
      ),
    )
}

function isRequest(text: string, words: readonly Word[], at: number): boolean {
  const word = words[at]!.text
  if (word === 'text' && isNoun(words, at)) return false
  const before = (count: number) => words.slice(Math.max(0, at - count), at)
  if (QUESTIONS.some(question => question.every((one, next) => words[at + next]?.text === one))) return true
  if (is('need', word)) {
    const subject = before(3).map(one => one.text)
    if (subject.some(one => is('needOfReader', one))) return false
    // "Para recogerlo necesita el código" means the reader, "el repartidor necesita el código" another person.
    if (/^(?:necesita|precisa|requiere)$/.test(word) && !isPerson(before(5))) return false
    if (/^(?:pide|piden|solicita)$/.test(word)) return false
    return !isNegated(text, words, at)
  }
  const following = words.slice(at + 1, at + 9).map(one => one.text)
  // "Type the code here", "escríbalo aquí": in a reply, not in an app.
  if (/^(?:type|write|say|escribal[oa]s?|escribel[oa]s?|pongal[oa]|ponl[oa])$/.test(word))
    return following.some(one => /^(?:here|reply|chat|back|aqui|respuesta)$/.test(one)) && !isNegated(text, words, at)
  const isSentToPerson =
    /^(?:confirm|confirme|confirma|state|enter|verify)$/.test(word) &&
    words.slice(at + 1, at + 11).some((one, next, rest) => is('to', one.text) && isPerson(rest.slice(next, next + 3)))
  const isAnswer =
    isSentToPerson || (is('answer', word) && words.slice(at + 1, at + 6).some(one => is('with', one.text)))
  if (!isAnswer && !is('handOver', word) && !HAND_OVER_PRONOUNS.test(word)) return false
  const last = words[at - 1]?.text ?? ''
  // "Pase por su oficina" means to visit it.
  if (/^pas(?:as?|ar|e)$/.test(word) && words[at + 1]?.text === 'por') return false
  // "Tell the driver only when you hold the parcel."
  if (words.slice(at + 1, at + 8).some(one => /^(?:only|solo|unicamente|solamente)$/.test(one.text))) return false
  if (!isAnswer && is('notReader', last) && !isAddressed(words, at)) return false
  // "We sent you …", "text you": the reader receives it.
  if (/^(?:send|text|give|tell|forward)$/.test(word) && /^(?:you|u|your|ur)$/.test(words[at + 1]?.text ?? ''))
    return false
  return !isNegated(text, words, at)
}

/** "A code by text", "a text code". */
function isNoun(words: readonly Word[], text: number): boolean {
  const before = words[text - 1]?.text ?? ''
  return /^(?:by|via)$/.test(before) || (/^(?:an?|the|any)$/.test(before) && is('code', words[text + 1]?.text ?? ''))
}

/** "Me la pasas", "tienes que mandarme" and "want you to send" are requests, "te la paso" is none. */
function isAddressed(words: readonly Word[], at: number): boolean {
  if (/(?:me|nos|melo|mela|melos|nosla)$/.test(words[at]!.text)) return true
  return words.slice(Math.max(0, at - 4), at).some(({ text }) => is('addressing', text))
}

function isPerson(words: readonly Word[]): boolean {
  return words.some(({ text }) => is('person', text))
}

/** "Never share", "no lo compartas", "if anybody asks you to share". */
function isNegated(text: string, words: readonly Word[], at: number): boolean {
  const isOpposite = isPrecededBy(text, words, at, before => {
    if (is('negation', words[before]!.text) && !isPurpose(words, before)) return true
    return isRequestBy(words, before, subject => is('condition', words[subject]!.text))
  })
  return isOpposite || isDenied(text, words, at)
}

/** Whether the phrase at a word is denied: "we never ask you to …", "nadie irá a …". */
export function isDenied(text: string, words: readonly Word[], at: number): boolean {
  const isDenial = (before: number) =>
    is('denial', words[before]!.text) || (words[before]!.text === 'one' && words[before - 1]?.text === 'no')
  return isPrecededBy(text, words, at, before => isDenial(before) || isRequestBy(words, before, isDenial))
}

/** Whether one of the words before `at`, in its clause, matches. */
function isPrecededBy(text: string, words: readonly Word[], at: number, matches: (before: number) => boolean): boolean {
  for (let before = at - 1; before >= Math.max(0, at - NEGATION_WITHIN); before -= 1) {
    if (/[.!?;:,\n…]/.test(text.slice(words[before]!.end, words[before + 1]!.start))) return false
    if (is('until', words[before]!.text)) return false
    if (matches(before)) return true
  }
  return false
}

/** Whether the word is a form of "ask" with a matching subject. */
function isRequestBy(words: readonly Word[], verb: number, matches: (subject: number) => boolean): boolean {
  if (!is('ask', words[verb]!.text)) return false
  for (let before = verb - 1; before >= Math.max(0, verb - SUBJECT_WITHIN); before -= 1)
    if (matches(before)) return true
  return false
}

/** "So that you don't lose your account, reply with …": the negation belongs to the purpose. */
function isPurpose(words: readonly Word[], negation: number): boolean {
  const before = words.slice(Math.max(0, negation - 3), negation).map(one => one.text)
  return /(?:^| )(?:para|so (?:that )?you|so as)$/.test(before.join(' '))
}

/** "Your code is 482913", "482913 is your code". */
function isCodeNear(text: string, words: readonly Word[], code: number): boolean {
  for (const step of [1, -1])
    for (let at = code + step; at >= 0 && at < words.length && Math.abs(at - code) <= CODE_IN_TEXT_WITHIN; at += step) {
      const between =
        step > 0 ? text.slice(words[at - 1]!.end, words[at]!.start) : text.slice(words[at]!.end, words[at + 1]!.start)
      if (/[.!?;\n](?:\s|$)/.test(between)) {
        if (step > 0 && isGiven(words, at)) return true
        break
      }
      const word = words[at]!.text
      if (/^(?:[a-z]{0,2}\d{4,8}|\d[a-z0-9]{3,7})$/.test(word) && /\d{2}/.test(word)) return true
      const next = words[at + 1]?.text ?? ''
      if (/^\d{3}$/.test(word) && /^\d{3}$/.test(next)) return true
    }
  return false
}

/** "… needs a PIN. It's 6610." */
function isGiven(words: readonly Word[], at: number): boolean {
  const next = words.slice(at, at + 3).map(({ text }) => text)
  return /^(?:its|it is|es|es el) \d{4,8}(?: |$)/.test(next.join(' '))
}
