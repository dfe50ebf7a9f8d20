/** The elements that an `html` payload may have: formatting, links, lists, tables, images. Separated by blanks. */
export const htmlElements =
  'a abbr article aside b blockquote br caption center cite code col colgroup dd del div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s section small span strong sub sup table tbody td tfoot th thead time tr u ul wbr'

/** Their attributes, besides every `data-*`. Separated by blanks; `href` and `src` only with an allowed URL. */
export const htmlAttributes =
  'class href src alt title target rel width height colspan rowspan scope start lang dir role aria-label aria-hidden'
