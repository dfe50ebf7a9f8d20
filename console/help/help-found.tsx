import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment } from 'preact'
import { type HelpSection, searchHelp } from './help-search.ts'

/** The sections that a search finds, the first one open. */
export function HelpFound({ sections, search }: { sections: HelpSection[]; search: string }) {
  const found = searchHelp(sections, search)
  return (
    <div class="stack help-found">
      <p class="quiet" role="status">
        {found.length === 0
          ? `The documents say nothing with “${search.trim()}”: try fewer words.`
          : `Found in ${found.length === 1 ? '1 section' : `${found.length} sections`}.`}
      </p>
      {found.map((section, at) => (
        <details key={`${section.title} ${section.heading}`} open={at === 0}>
          <summary>
            {section.heading || section.title} <span class="quiet">{section.heading && section.title}</span>
          </summary>
          <Markdown tokens={lexer(section.text)} />
        </details>
      ))}
    </div>
  )
}

function Markdown({ tokens = [] }: { tokens: Token[] | undefined }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
  return tokens.map((token, at) => <Part key={at} token={token as MarkedToken} />)
}

/** Anything else, such as a link to another document, is shown as its text. */
function Part({ token }: { token: MarkedToken }) {
  const inner = 'tokens' in token ? <Markdown tokens={token.tokens} /> : null
  switch (token.type) {
    case 'paragraph':
      return <p>{inner}</p>
    case 'list':
      return (
        <ul>
          {token.items.map((item) => (
            <li key={item.raw}>
              <Markdown tokens={item.tokens} />
            </li>
          ))}
        </ul>
      )
    case 'table':
      return (
        <ul>
          {token.rows.map((cells) => (
            <Row key={cells[0]?.text} cells={cells} />
          ))}
        </ul>
      )
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      )
    case 'codespan':
      return <code>{token.text}</code>
    case 'space':
    case 'html':
      return null
    default:
      return inner ?? ('text' in token ? token.text : '')
  }
}

/** The cells of a row of a table, with a dash between them. */
function Row({ cells }: { cells: Tokens.TableCell[] }) {
  return (
    <li>
      {cells.map(({ text, tokens }, at) => (
        <Fragment key={text}>
          {at > 0 && ' – '}
          <Markdown tokens={tokens} />
        </Fragment>
      ))}
    </li>
  )
}
