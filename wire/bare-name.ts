/**
 * The CSS selector for what a template has as a selector: a bare name that no element of HTML has stands for an `id` and for a
 * `data-content`. Records have what comes out; the script and the edge know nothing of bare names.
 *
 * @example
 * selectorOf('hero-title') // '[id="hero-title"],[data-content="hero-title"]'
 * selectorOf('h1') // 'h1'
 */
export function selectorOf(written: string): string {
  // No character of a name has to be escaped in a string.
  return isBareName(written) && !elementNames.split(' ').includes(written.toLowerCase())
    ? `[id="${written}"],[data-content="${written}"]`
    : written
}

/** What the template has, for people to read: the bare name of which `selectorOf` made the selector, else the selector. */
export function asWritten(selector: string): string {
  const name = /^\[id="([^"]+)"\],/.exec(selector)?.[1]
  return name !== undefined && selectorOf(name) === selector ? name : selector
}

const elementNames =
  'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track u ul var video wbr'

/**
 * Whether a selector is a bare name, such as `hero-title`: it has only the characters of which CSS makes names, those beyond ASCII
 * included. It may also begin with a digit, as ids do.
 */
export const isBareName = (selector: string): boolean => /^[\w\u0080-\uffff-]+$/.test(selector)
