import { join } from 'node:path'
import { styleText } from 'node:util'
import type { PersonalPage } from './make-contents.ts'
import { type Page, pages } from './pages.ts'

/** Everything that the links are made of. */
interface Announcement {
  /** Origin of the pages. */
  pagesUrl: string
  /** Origin of the edge in front of them. */
  edgeUrl: string
  /** A link that signs into the console. */
  signInUrl: string
  token: string
  dataDir: string
  personal: readonly PersonalPage[]
  /** Remarks about what differs from the usual, such as another port. */
  remarks: readonly string[]
}

/** What the demo prints once everything is ready: in columns, each link whole on its line. */
export function announce(shown: Announcement): string {
  const { pagesUrl, signInUrl, token, dataDir, personal, remarks } = shown
  const groups = pages.map((page) => {
    const ofPage = personal.filter((made) => made.page === page)
    const links = ofPage.map((made) => row(labelOf(made), pagesUrl + linkTo(made)))
    return [
      styleText('bold', `${page.brand}, ${page.kind}`),
      row('as it is', `${pagesUrl}/${page.name}`),
      ...links,
      ...byEdge(page, ofPage[0], shown.edgeUrl),
    ].join('\n')
  })
  const rest = [
    styleText('bold', 'All of it'),
    row('console', signInUrl),
    row('a token for the API', token),
  ].join('\n')
  const end = styleText(
    'dim',
    `Ctrl-C ends it. What happened stays, for commands too: DATA_DIR=${join(dataDir, 'database')}`,
  )
  return `\n${[...groups, rest, ...(remarks.length > 0 ? [remarks.join('\n')] : []), end].join('\n\n')}\n`
}

/** The address of a person's page. */
function linkTo({ page, content }: PersonalPage): string {
  return `/${page.name}?pattern=${content.pattern}`
}

/** The row for the first person's page by the edge. The edge leaves a page that a framework draws to the script. */
function byEdge({ name }: Page, made: PersonalPage | undefined, edgeUrl: string): string[] {
  if (!made || name === 'app') return []
  return [row(`${made.person.additional.name}, by the edge`, edgeUrl + linkTo(made))]
}

function labelOf({ person }: PersonalPage): string {
  return `${person.additional.name}, ${person.additional.industry.toLowerCase()} (${person.language})`
}

const row = (label: string, link: string) => `  ${label.padEnd(labelWidth)}${styleText('cyan', link)}`
const labelWidth = 36
