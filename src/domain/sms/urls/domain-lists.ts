export const SHORTENERS: ReadonlySet<string> = new Set(
  `bit.ly tinyurl.com goo.gl t.co ow.ly is.gd buff.ly rebrand.ly cutt.ly t.ly rb.gy shorturl.at tiny.cc bl.ink lnkd.in s.id v.gd adf.ly
  qr.ae x.co u.to soo.gd clck.ru shrtco.de 2no.co acortar.link n9.cl bitly.ws tiny.one gg.gg short.io short.gy shorte.st rotf.lol kutt.it
  mcaf.ee trib.al smarturl.it bitly.com j.mp urlz.fr surl.li linktr.ee han.gl me2.do shorturl.asia tny.im qrco.de l.ead.me spr.ly dub.sh hubs.ly
  urlr.me bre.is is.id v.ht lc.cx zpr.io wa.link yourls.org reurl.cc lihi.cc ppt.cc did.li encr.pw shrt.ws tr.ee txt.st 2u.pw`
    .split(/\s+/)
    .filter(name => name !== ''),
)

/** TLDs with cheap names and a high share of abuse. Sources: Spamhaus, Interisle. */
export const RISKY_TLDS: ReadonlySet<string> = new Set(
  `tk ml ga cf gq xyz top club icu live online site website space click link work buzz shop store fun win vip bid loan men date
  download racing review stream trade party science cam rest bar monster quest cyou sbs cfd bond lol mom hair beauty skin makeup
  info biz cc pw ws to su ru cn finance support digital today world life agency center host press fit surf uno autos boats homes
  yachts motorcycles pics lat zip mov help tokyo asia ltd kim ink country gdn`
    .split(/\s+/)
    .filter(name => name !== ''),
)

/** Words that make a host name look trustworthy. */
export const BAIT_WORDS: ReadonlySet<string> = new Set(
  `account accounts acct alert alerts auth authorize bank banking banca billing bonus buscar cancel card cancela cancelar claim clave cliente clientes client
  confirm confirma confirmar cuenta customer datos delivery desbloqueo device dispute entrega entregas envio envios es fees find free gift gifts help helpdesk
  id info invoice locked login logon mail manage mobile movil my myaccount notice notification official oficial online pack package pago pagos paquete
  parcel pay payment payments phone portal post prime prize profile protect push recover recovery redelivery reembolso refund regalo regalos reschedule
  reset resolve restore review reward rewards safe safety seguridad seguro secure secured security service services servicio servicios ship shipping
  signin sms soporte support tax toll track tracking unlock update upgrade usa uk us user validar verificar verifica verification verified verify wallet web win
  winner www acceso activar app cliente gestion aduana multa sede tarjeta usuario validacion actualizar renueva renovar suspended suspension`
    .split(/\s+/)
    .filter(name => name !== ''),
)

/** Suffixes for authorities, universities and banks only. */
export const OFFICIAL_SUFFIX =
  /(?:^|\.)(?:gov|mil|edu|bank|gov\.[a-z]{2}|gob\.[a-z]{2}|gub\.uy|gouv\.fr|govt\.nz|go\.(?:cr|ke)|gc\.ca|gov\.wales|gov\.scot|nhs\.uk|nhs\.scot|police\.uk|mod\.uk|ac\.uk|edu\.[a-z]{2}|bank\.in|europa\.eu|admin\.ch)$/

/** Hosts, some with a path prefix, on which every user can publish pages, forms, files, chats or redirects. */
const USER_CONTENT_SITES =
  `sites.google.com docs.google.com drive.google.com script.google.com groups.google.com translate.google.com google.com/url
  google.com/amp goo.gl youtube.com youtu.be t.me wa.me chat.whatsapp.com facebook.com fb.com fb.me messenger.com instagram.com snapchat.com
  tiktok.com twitter.com x.com t.co linkedin.com lnkd.in paypal.me amazonaws.com onedrive.live.com forms.office.com dropbox.com docusign.com
  docusign.net github.com medium.com reddit.com pinterest.com eventbrite.com zoom.us meetup.com doodle.com vimeo.com twitch.tv
  steamcommunity.com`
    .split(/\s+/)
    .map(site => site.replaceAll('.', '\\.'))
const USER_CONTENT = new RegExp(`^(?:[^/]*\\.)?(?:${USER_CONTENT_SITES.join('|')})(?![^/?#])`)

/** @param path with the leading slash. */
export function hasUserContent(host: string, path: string): boolean {
  return USER_CONTENT.test(`${host}${path}`)
}

/** Widely known sites. On some of them every user can publish. */
export const COMMON_SITES: ReadonlySet<string> = new Set(
  `wikipedia.org bbc.co.uk bbc.com nytimes.com cnn.com reddit.com pinterest.com medium.com github.com stackoverflow.com zoom.us
  eventbrite.com ticketmaster.com meetup.com doodle.com tripadvisor.com skyscanner.net ryanair.com easyjet.com vueling.com iberia.com expedia.com
  opentable.com yelp.com elpais.com elmundo.es marca.com as.com rtve.es theguardian.com washingtonpost.com espn.com imdb.com vimeo.com twitch.tv
  strava.com glovoapp.com deliveroo.co.uk just-eat.es justeat.co.uk doordash.com grubhub.com instacart.com lyft.com cabify.com blablacar.es
  trainline.com thetrainline.com nationalrail.co.uk idealista.com fotocasa.es milanuncios.com rightmove.co.uk zoopla.co.uk etsy.com target.com macys.com kohls.com gap.com
  gwr.com sendle.com aeropost.com incibe.es battle.net juegosonce.es pase.com.mx`
    .split(/\s+/)
    .filter(name => name !== ''),
)
