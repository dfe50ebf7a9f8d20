import all from 'email-providers/all.json' with { type: 'json' }

/** Companies whose domain the package has because they give mailboxes to others, too: people who write from there work there. */
const employers =
  'about.com alibaba.com ancestry.com bt.com clerk.com discovery.com example.com facebook.com law.com medscape.com name.com nus.edu.sg parrot.com saudia.com singpost.com sky.com space.com swissinfo.org techspot.com telstra.com test.de unican.es'

/** Providers that the package does not know. */
const others =
  'a1.net duck.com interia.eu mail.bg mail.de mail.dk mail.tm mail.ua mailfence.com meta.ua netcologne.de nifty.com op.pl proximus.be rediff.com riseup.net startmail.com sunrise.ch telia.com tempmail.com tut.by vp.pl xs4all.nl ziggo.nl'

const providers = new Set([...all, ...others.split(' ')])
for (const domain of employers.split(' ')) providers.delete(domain)

/** Providers with the same name under many suffixes, which a list cannot hold completely. */
const brand =
  /^(gmail|googlemail|yahoo|ymail|rocketmail|hotmail|hushmail|outlook|live|msn|gmx|aol|icloud|fastmail|posteo|proton|protonmail|tuta|tutanota|yandex|zoho|zohomail)\./

/** Whether anybody can get a mailbox at this registrable domain, for long or for an hour, so that it names no employer. */
export function isMailProvider(domain: string): boolean {
  return providers.has(domain) || brand.test(domain)
}

const roles = new Set(
  `abuse accounting accounts admin administration administrator amministrazione accueil ap ar assistance bewerbung
  billing booking bookings buchhaltung business careers commercial comptabilite contact contacto customer customercare
  customerservice customersuccess datenschutz desk donotreply einkauf email enquiries events export facturacion facturation
  engineering feedback finance general group hello help helpdesk hi hiring hostmaster hr info information inquiries investors invoice invoices
  jobs karriere kontakt kundenservice legal logistics mail mailer management marketing media news newsletter no noreply office operations order
  orders partners payments personal postmaster presse press privacy procurement purchasing reception rechnung recruiting
  recruitment redaktion reservations root sales secretary security service services shop sekretariat staff support team tech ufficio
  ventas verkauf vertrieb verwaltung webmaster welcome zentrale`.split(/\s+/),
)

/** Whether the local part of an e-mail address, or a word of it, names a function: `info`, `no-reply`, `Sales.EMEA`. */
export function isRoleAddress(localPart: string): boolean {
  const [local = ''] = localPart.toLowerCase().split('+')
  return roles.has(local.replace(/[^a-z]/g, '')) || local.split(/[^a-z]+/).some((word) => roles.has(word))
}
