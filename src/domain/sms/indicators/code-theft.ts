import type { Span } from '../text/mapped-text.ts'
import type { Word } from '../text/words.ts'
import WORDS from './code-theft.json' with { type: 'json' }

/**
 * Finds requests to hand over a one-time code: the message mentions a code that the reader receives, requests it for
 * another person, and does not contain it. A service that sends a code includes it, and advises to keep it secret.
 */

const CODE = new Set(WORDS.code)
/** Words that mean a code only if the reader receives it. */
const CODE_BY_COUNT = new Set(WORDS.codeByCount)
const COUNT = new Set(WORDS.count)
const CODE_BY_MESSAGE = new Set(WORDS.codeByMessage)
/** Words next to "code" that make it another kind of code. */
const OTHER_CODE = new Set(WORDS.otherCode)

/** Codes that are shared with friends. */
const OFFER = new Set(WORDS.offer)

/** Verbs of receiving. */
const GOT = new Set(WORDS.got)

/** Verbs that hand something over. */
const HAND_OVER = new Set(WORDS.handOver)
/** The same with pronouns: `mándamela`, `díctesela`. */
const HAND_OVER_PRONOUNS =
  /^(?:mand|envi|reenvi|pas|dig|dic|dict|le[ae]|facilit|indi[cq]|comuni[cq]|compart)[a-z]{0,6}?(?:me|nos|sel[oa]s?|mel[oa]s?|nosl[oa]s?|l[oa]s?)$/

/** Verbs that hand something over if "with" follows. */
const ANSWER = new Set(WORDS.answer)
const WITH = new Set(WORDS.with)
const TO = new Set(WORDS.to)
/** Subjects other than the reader. */
const NOT_READER = new Set(WORDS.notReader)
/** Verbs by which another person requests it. */
const NEED = new Set(WORDS.need)
const NEED_OF_READER = new Set(WORDS.needOfReader)
const QUESTION = [
  ['what', 'is'],
  ['whats'],
  ['which', 'is'],
  ['cual', 'es'],
  ['cual', 'fue'],
  ['que', 'codigo'],
  ['que', 'numero'],
  ['what', 'does', 'it', 'say'],
  ['what', 'it', 'says'],
  ['let', 'me', 'know'],
  ['que', 'dice'],
  ['que', 'pone'],
] as const
const NEGATION = new Set(WORDS.negation)
const ASK_WORDS = new Set(WORDS.askWords)
const CONDITION = new Set(WORDS.condition)
const DENIAL = new Set(WORDS.denial)
/** Words that end the scope of a negation. */
const UNTIL = new Set(WORDS.until)

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
  const isOffer = words.some(({ text: word }) => OFFER.has(word))
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
  if (CODE.has(word)) return !near(-2, 2).some(one => OTHER_CODE.has(one))
  if (CODE_BY_COUNT.has(word)) {
    if (near(-2, -1).some(one => COUNT.has(one))) return true
    // "The number the message came from" is what carriers request in a report of fraud.
    if (/^(?:that )?(?:the|this|that) (?:message|text|sms|call) (?:came|comes) from/.test(near(1, 6).join(' ')))
      return false
    if (/^(?:your|my|ur|tu|su|mi|new|nuevo)$/.test(near(-1, -1)[0] ?? '')) return false
    // "Text NO to this number" is where to reply.
    if (/^(?:to|al?) (?:this|este)$/.test(near(-2, -1).join(' '))) return false
    const isSent = words
      .slice(Math.max(0, at - 4), at)
      .some(
        ({ text }, back, { length }) =>
          /^(?:mandar|manda|mando|mandan|enviar|envia|envio|llegar|llega|llego|caer|send|sent|text|texted|txt|txts|get)$/.test(
            text,
          ) && !isShipment(words, at - length + back),
      )
    if (isSent) return true
    const following = near(1, 7)
    return (
      following.some(one => GOT.has(one)) &&
      following.some(one => CODE_BY_MESSAGE.has(one) || /^(?:lleg|recib|cel|movil|phone)/.test(one))
    )
  }
  // "Forward the text that you get", "haz captura del mensaje".
  if (!CODE_BY_MESSAGE.has(word)) return false
  return /^(?:forward|fwd|reenvi|captura|screenshot|pantallazo)/.test(
    near(-3, -1)
      .join(' ')
      .split(' ')
      .find(one => /^(?:forward|fwd|reenvi|captura|screenshot|pantallazo)/.test(one)) ?? '',
  )
}

/** "Su envío" is a parcel. */
function isShipment(words: readonly Word[], at: number): boolean {
  return words[at]!.text === 'envio' && /^(?:el|un|tu|su|mi|este|del?|al)$/.test(words[at - 1]?.text ?? '')
}

function isReceipt(words: readonly Word[], at: number): boolean {
  return GOT.has(words[at]!.text) && !isShipment(words, at)
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
  if (QUESTION.some(question => question.every((one, next) => words[at + next]?.text === one))) return true
  if (NEED.has(word)) {
    const subject = before(3).map(one => one.text)
    if (subject.some(one => NEED_OF_READER.has(one))) return false
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
    words.slice(at + 1, at + 11).some((one, next, rest) => TO.has(one.text) && isPerson(rest.slice(next, next + 3)))
  const isAnswer = isSentToPerson || (ANSWER.has(word) && words.slice(at + 1, at + 6).some(one => WITH.has(one.text)))
  if (!isAnswer && !HAND_OVER.has(word) && !HAND_OVER_PRONOUNS.test(word)) return false
  const last = words[at - 1]?.text ?? ''
  // "Pase por su oficina" means to visit it.
  if (/^pas(?:as?|ar|e)$/.test(word) && words[at + 1]?.text === 'por') return false
  // "Tell the driver only when you hold the parcel."
  if (words.slice(at + 1, at + 8).some(one => /^(?:only|solo|unicamente|solamente)$/.test(one.text))) return false
  if (!isAnswer && NOT_READER.has(last) && !isAddressed(words, at)) return false
  // "We sent you …", "text you": the reader receives it.
  if (/^(?:send|text|give|tell|forward)$/.test(word) && /^(?:you|u|your|ur)$/.test(words[at + 1]?.text ?? ''))
    return false
  return !isNegated(text, words, at)
}

/** "A code by text", "a text code". */
function isNoun(words: readonly Word[], text: number): boolean {
  const before = words[text - 1]?.text ?? ''
  return /^(?:by|via)$/.test(before) || (/^(?:an?|the|any)$/.test(before) && CODE.has(words[text + 1]?.text ?? ''))
}

/** "Me la pasas", "tienes que mandarme" and "want you to send" are requests, "te la paso" is none. */
function isAddressed(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 4), at).map(one => one.text)
  const word = words[at]!.text
  return (
    /(?:me|nos|melo|mela|melos|nosla)$/.test(word) ||
    before.some(one =>
      /^(?:me|nos|puedes|puede|podes|podrias|podria|debes|debe|tienes|tiene|hay|you|u|please|pls|porfa)$/.test(one),
    )
  )
}

function isPerson(words: readonly Word[]): boolean {
  return words.some(({ text }) =>
    /^(?:repartidor|repartidora|mensajero|mensajera|agente|gestor|gestora|asesor|asesora|operador|operadora|tecnico|banco|empresa|soporte|sistema|equipo|companero|comprador|vendedor|hijo|amigo|plataforma|correos|chofer|conductor|cartero|courier|transportista|advisor|adviser|agents|operator|colleague|specialist|officer|team|driver|support|instagram|whatsapp|facebook|portal|departamento|ministerio|ayuntamiento)$/.test(
      text,
    ),
  )
}

/** "Never share", "no lo compartas", "if anybody asks you to share". */
function isNegated(text: string, words: readonly Word[], at: number): boolean {
  const isOpposite = isPrecededBy(text, words, at, before => {
    if (NEGATION.has(words[before]!.text) && !isPurpose(words, before)) return true
    return isRequestBy(words, before, subject => CONDITION.has(words[subject]!.text))
  })
  return isOpposite || isDenied(text, words, at)
}

/** Whether the phrase at a word is denied: "we never ask you to …", "nadie irá a …". */
export function isDenied(text: string, words: readonly Word[], at: number): boolean {
  const isDenial = (before: number) =>
    DENIAL.has(words[before]!.text) || (words[before]!.text === 'one' && words[before - 1]?.text === 'no')
  return isPrecededBy(text, words, at, before => isDenial(before) || isRequestBy(words, before, isDenial))
}

/** Whether one of the words before `at`, in its clause, matches. */
function isPrecededBy(text: string, words: readonly Word[], at: number, is: (before: number) => boolean): boolean {
  for (let before = at - 1; before >= Math.max(0, at - NEGATION_WITHIN); before -= 1) {
    if (/[.!?;:,\n…]/.test(text.slice(words[before]!.end, words[before + 1]!.start))) return false
    if (UNTIL.has(words[before]!.text)) return false
    if (is(before)) return true
  }
  return false
}

/** Whether the word is a form of "ask" with a matching subject. */
function isRequestBy(words: readonly Word[], verb: number, is: (subject: number) => boolean): boolean {
  if (!ASK_WORDS.has(words[verb]!.text)) return false
  for (let before = verb - 1; before >= Math.max(0, verb - SUBJECT_WITHIN); before -= 1) if (is(before)) return true
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
