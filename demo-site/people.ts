const firstNames = [
  ...['Anna', 'Bogdan', 'Clara', 'Daniel', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ingrid', 'João'],
  ...['Katja', 'Liam', 'Maya', 'Niels', 'Olga', 'Pedro', 'Ruth', 'Samir', 'Tove', 'Viktor'],
]
const lastNames = [
  ...['Ahlgren', 'Bauer', 'Costa', 'Dvořák', 'Ekström', 'Fischer', 'García', 'Hansen', 'Ito', 'Jensen'],
  ...['Kowalski', 'Lindt', 'Marin', 'Novak', 'Okafor', 'Petit', 'Rossi', 'Schmidt', 'Tamm', 'Weber'],
  ...['Aalto', 'Brandt', 'Correia'],
]
const roles = ['Operations', 'Head of Safety', 'Managing Director', 'Planner', 'CTO', 'Procurement', 'Sales']

/** Names of companies by industry: each of the first words with each of the second ones. */
const companyWords: Record<string, { first: string[]; second: string[] }> = {
  'Wind energy': {
    first: ['Nordlys', 'Skagen', 'Halland', 'Frisia', 'Dogger', 'Kattegat', 'Sylter', 'Øresund', 'Zeeland'],
    second: ['Offshore', 'Wind', 'Turbines', 'Energy', 'Sea Power', 'Windparks', 'Renewables', 'Blades'],
  },
  Shipping: {
    first: ['Kaiwerk', 'Hafen Süd', 'Elbe', 'Maas', 'Tagus', 'Gdynia', 'Aarhus', 'Trieste', 'Göteborg'],
    second: ['Terminal', 'Port', 'Lines', 'Towage', 'Logistics', 'Stevedores', 'Freight', 'Quays'],
  },
  Winemaking: {
    first: ['Domaine', 'Quinta', 'Weingut', 'Château', 'Cantina', 'Bodega', 'Clos', 'Tenuta'],
    second: [
      ...['du Coteau', 'do Vale', 'Sonnhang', 'Beaulieu', 'San Biagio', 'la Sierra', 'des Ormes', 'Montalto'],
      ...['Kirchberg', 'da Serra', 'Lindenhof', 'Valmont', 'Bellavista'],
    ],
  },
}

/** How many of a company are invited: of most one, of some two or three. */
const sizes = [1, 2, 1, 1, 3, 1, 2]

/**
 * A list of people, as a CRM would export it: CSV with semicolons. It is the same each time. Nobody in it is real.
 *
 * @param people how many
 * @param industries the industries of their companies, in turn
 */
export function listOfPeople(people: number, industries: readonly string[]): string {
  const companies = Array.from({ length: people }, (_, at) => companyOf(at, industries))
  const colleagues = companies.flatMap((company, at) =>
    Array.from({ length: sizes[at % sizes.length] as number }, () => company),
  )
  const lines = colleagues.slice(0, people).map(lineOf)
  return `${[['E-mail', 'First Name', 'Last Name', 'Company', 'Job Title', 'Industry'], ...lines].map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

interface Company {
  name: string
  domain: string
  industry: string
}

function companyOf(at: number, industries: readonly string[]): Company {
  const industry = industries[at % industries.length] as string
  const { first, second } = companyWords[industry] as { first: string[]; second: string[] }
  const turn = Math.floor(at / industries.length)
  // The numbers of first and second words have no common divisor, so that each pair comes once before any comes again.
  const name = `${first[turn % first.length]} ${second[turn % second.length]}`
  return { name, domain: `${plain(name)}.example`, industry }
}

function lineOf({ name, domain, industry }: Company, at: number): string[] {
  const first = firstNames[at % firstNames.length] as string
  const last = lastNames[(at * 7) % lastNames.length] as string
  // Of some the list does not know the industry: their pages have gaps.
  const known = at % 9 === 4 ? '' : industry
  return [
    `${plain(first)}.${plain(last)}@${domain}`,
    first,
    last,
    name,
    roles[at % roles.length] as string,
    known,
  ]
}

/** As in addresses: a to z, and hyphens between words. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '-')
}
