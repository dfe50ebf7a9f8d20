import MiniSearch, { type Query } from 'minisearch'

/** A section of a document. */
export interface HelpSection {
  /** Of the document. */
  title: string
  /** '' at its beginning. */
  heading: string
  /** Markdown. */
  text: string
  /** Whether it is for who runs Motif or programs against it. */
  isForPrograms?: boolean
}

/** How many sections are shown. */
const mostFound = 12

/** Words of a question that say nothing about its answer. */
const fillers = new Set(
  `a about all am an and any are as at be been by can could do does else for from get give has have how i if in into is it its
  made make me more my of on one or our out page pages put she should so some somebody someone than that the their them there
  these they this to told tell too up us want was we were what when where which who whom whose why will with without work
  working works would you your`.split(/\s+/),
)

/** What people call things that the documents call otherwise. */
const otherWords: Record<string, string> = {
  ab: 'control group',
  access: 'invite',
  delete: 'erase',
  email: 'mail',
  excel: 'workbook',
  gdpr: 'consent',
  google: 'identity provider',
  greet: 'first name',
  image: 'picture',
  opt: 'erase',
  remove: 'erase',
  sso: 'identity provider',
  teammate: 'member',
  unsubscribe: 'suppress',
  upload: 'list',
  xlsx: 'workbook',
}

/** A word in a heading counts so many times as much as one in the text. */
const headingWeight = 2
/** What is for programs comes after the same for people. */
const programsWeight = 0.6

/** The sections for a search, in a person's own words; the best first. */
export function searchHelp(sections: readonly HelpSection[], search: string): HelpSection[] {
  const index = new MiniSearch({ fields: ['heading', 'title', 'text'], processTerm: stemOf })
  index.addAll(sections.map((section, id) => ({ id, ...section })))
  const typed = search.replaceAll('a/b', 'ab').split(/[^\p{Letter}\p{Number}]+/u)
  const telling = typed.filter((word) => !fillers.has(word.toLowerCase()))
  const queries = (telling.length > 0 ? telling : typed).map(queryOf)
  // A heading that has all words comes before any text.
  const inHeading: Query = { queries, combineWith: 'AND', fields: ['heading'], boost: { heading: 20 } }
  return index
    .search(
      { queries: [...queries, inHeading] },
      {
        prefix: true,
        boost: { heading: headingWeight },
        boostDocument: (id) => (sections[id]?.isForPrograms ? programsWeight : 1),
      },
    )
    .slice(0, mostFound)
    .flatMap(({ id }) => sections[id] ?? [])
}

/** A word, or what the documents call it. */
function queryOf(word: string): Query {
  const other = otherWords[stemOf(word)]
  return other ? { queries: [word, { combineWith: 'AND', queries: other.split(' ') }] } : word
}

/** A word in small letters, without the ending of a plural. */
function stemOf(word: string): string {
  const isPlural = word.length > 4 && word.endsWith('s') && !word.endsWith('ss')
  return (isPlural ? word.slice(0, -1) : word).toLowerCase()
}
