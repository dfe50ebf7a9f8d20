/** The elements that an `html` payload may have: formatting, links, lists, tables, images. Separated by blanks. */
export const htmlElements =
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'

/** Their attributes, beside every `data-*`. Separated by blanks; `href` and `src` only with a URL that is allowed. */
export const htmlAttributes =
  'class href src alt title target rel width height loading colspan rowspan scope span start reversed value datetime lang dir role aria-label aria-hidden'
