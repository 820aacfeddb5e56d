import type { Word } from './text/words.ts'

/** `other`: another language, or too few words. */
export type Language = 'en' | 'es' | 'other'

const COMMON: Readonly<Record<'en' | 'es', ReadonlySet<string>>> = {
  en: new Set(
    `the a an and or to of in on at for from is are was be been will can have has had do does your you u ur we our us it its this that with not no
    now new please click here if by my me i am im he she they there what when who how get got has claim call reply text free account verify
    visit today just all up out so but as about good hi hey hello dear ok yes thanks`.split(/\s+/),
  ),
  es: new Set(
    `el la los las un una de del al en y o que es su sus tu tus por para con se le lo no si ha han he hay esta este esto ya mas mi me te nos como
    pero hoy manana aqui ahora muy sin desde hasta ser fue son tiene tienes puede puedes cuenta pago paquete envio pague pulse haga favor gracias
    hola buenos dias usted nuestro nuestra entrega codigo verifique ingrese sera tarjeta clave datos multa aviso bloqueada bloqueado acceda cancele
    evite pedido cita llame pulsa paga`.split(/\s+/),
  ),
}
/** Words of languages that share short words with Spanish: French, Portuguese, Italian, Catalan. */
const NEIGHBOURS: ReadonlySet<string> = new Set(
  `les des du et est vous votre vos nous pour avec sur pas ce cette sont aux une ici il di che non per il gli della del tuo suo sono alla
  sua seu seus nao foi em um uma os ao voce com ou els i amb`.split(/\s+/),
)
/** The words above are about a quarter of a text. */
const SHARE_MIN = 0.12

export function languageOf(words: readonly Word[]): Language {
  const letters = words.filter(({ text }) => /^\p{L}/u.test(text))
  const count = (of: ReadonlySet<string>) => letters.reduce((sum, { text }) => sum + (of.has(text) ? 1 : 0), 0)
  const [en, es] = [count(COMMON.en), count(COMMON.es)]
  const most = Math.max(en, es)
  if (most === 0 || most < letters.length * SHARE_MIN) return 'other'
  if (es <= en) return 'en'
  return count(NEIGHBOURS) * 2 > es ? 'other' : 'es'
}
