import { domainToUnicode } from 'node:url'
import all from 'email-providers/all.json' with { type: 'json' }
import { parse } from 'tldts'
import { registrableDomain } from '../../base/words/addresses.ts'
import { capitalize } from '../../base/words/text.ts'

/** The registrable domain of an e-mail address, a host or a URL, unless it is a mail provider's. */
export function businessDomain(text: string): string | undefined {
  const domain = registrableDomain(text.slice(text.lastIndexOf('@') + 1))
  return domain && !isMailProvider(domain) ? domain : undefined
}

/** A company by its domain: `acme-tools.co.uk` is Acme Tools, `ibm.com` IBM. Undefined for mail providers. */
export function companyFromDomain(domain: string): string | undefined {
  const registrable = businessDomain(domain)
  if (!registrable) return undefined
  const { domainWithoutSuffix } = parse(registrable, { allowPrivateDomains: true })
  const label = domainToUnicode(domainWithoutSuffix ?? registrable).split('.')[0] ?? ''
  return label.split(/[-_]+/).filter(Boolean).map(readable).join(' ') || undefined
}

/** Capitalises a word. Three letters without a vowel, and digits with letters, are initials. */
function readable(word: string): string {
  const initials = word.length <= 3 && !/[aeiouy]/.test(word)
  return initials || /^\d+[a-z]{1,2}$/.test(word) || /^(ibm|aws|ups|usa|uk|eu)$/.test(word)
    ? word.toUpperCase()
    : capitalize(word)
}

/** Particles that stay in lower case between two names. */
const particles = 'al bin da de del della den der di dos du el la le ter van vom von zu zum'.split(' ')
const word = /^\p{L}[\p{L}'’-]*$/u

/** The name in an address such as `jane.m.doe+news@`. Undefined for functions and what is unsure: none is better than wrong. */
export function nameFromEmail(email: string): string | undefined {
  const [local = ''] = email.slice(0, email.lastIndexOf('@')).split('+')
  const words = splitWords(local)
  const first = words[0] ?? ''
  const last = words.at(-1) ?? ''
  if (words.length < 2 || words.length > 5 || first.length < 2 || last.length < 2) return undefined
  // `la` is a particle between two names, and a function by itself.
  const names = words.filter((part, at) => at === 0 || !particles.includes(part.toLowerCase()))
  if (isRoleAddress(names.join('.'))) return undefined
  if (!words.every((part) => word.test(part)) || particles.includes(first.toLowerCase())) return undefined
  return [person(first), ...words.slice(1, -1).map(within), person(last)].join(' ')
}

/** Splits at dots and underscores, else at hyphens, else before a capital: `JaneDoe`. */
function splitWords(local: string): string[] {
  for (const separator of [/[._]+/, /-+/, /(?<=\p{Ll})(?=\p{Lu})/u]) {
    const words = local.split(separator).filter(Boolean)
    if (words.length > 1) return words
  }
  return [local]
}

function within(part: string): string {
  const lower = part.toLowerCase()
  if (particles.includes(lower)) return lower
  return part.length === 1 ? `${part.toUpperCase()}.` : person(part)
}

/** `anne-marie` as Anne-Marie, `o'brien` as O'Brien, `mcdonald` as McDonald. */
function person(part: string): string {
  return part
    .split(/(?<=[-'’])/)
    .map((piece) =>
      capitalize(piece).replace(/^Mc(?=\p{Ll}{3})\p{Ll}/u, (mc) => `Mc${mc.slice(2).toUpperCase()}`),
    )
    .join('')
}

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
