const firstNames = [
  ...['Anna', 'Bogdan', 'Clara', 'Daniel', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ingrid', 'João'],
  ...['Katja', 'Liam', 'Maya', 'Niels', 'Olga', 'Pedro', 'Ruth', 'Samir', 'Tove', 'Viktor'],
]
const lastNames = [
  ...['Ahlgren', 'Bauer', 'Costa', 'Dvořák', 'Ekström', 'Fischer', 'García', 'Hansen', 'Ito', 'Jensen'],
  ...['Kowalski', 'Lindt', 'Marin', 'Novak', 'Okafor', 'Petit', 'Rossi', 'Schmidt', 'Tamm', 'Weber'],
]
const companies = [
  { name: 'Nordlys Offshore', domain: 'nordlys-offshore.example', industry: 'Wind energy' },
  { name: 'Hafen Süd', domain: 'hafen-sued.example', industry: 'Shipping' },
  { name: 'Domaine du Coteau', domain: 'domaine-du-coteau.example', industry: 'Winemaking' },
  { name: 'Skagen Turbiner', domain: 'skagen-turbiner.example', industry: 'Wind energy' },
  { name: 'Kaiwerk Bremen', domain: 'kaiwerk.example', industry: 'Shipping' },
]
const roles = ['Operations', 'Head of Safety', 'Managing Director', 'Planner', 'CTO']

/** How many people the demo's campaign has. */
export const peopleOfCampaign = 60

/** The list of the demo's campaign, as a CRM would export it. Nobody in it is real. */
export function listOfPeople(): string {
  const lines = Array.from({ length: peopleOfCampaign }, (_, at) => lineOf(at))
  return `${[['E-mail', 'First Name', 'Last Name', 'Company', 'Job Title', 'Industry'], ...lines].map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

function lineOf(at: number): string[] {
  const first = firstNames[at % firstNames.length] ?? ''
  const last = lastNames[(at * 7 + Math.floor(at / firstNames.length) * 3) % lastNames.length] ?? ''
  const company = companies[at % companies.length] as (typeof companies)[number]
  const address = `${plain(first)}.${plain(last)}${at}@${company.domain}`
  // Of some the list does not know the industry: their pages have gaps.
  const industry = at % 9 === 4 ? '' : company.industry
  return [address, first, last, company.name, roles[at % roles.length] ?? '', industry]
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
}
