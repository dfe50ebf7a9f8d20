/** Names of the elements that can have a shadow root, beside custom ones. https://dom.spec.whatwg.org/#valid-shadow-host-name */
export const shadowHostNames =
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'

/** Containers that frameworks usually have. Exact names: `#whatsapp` is not `#app`. */
export const usual = '#root,#app,#svelte'

/** Containers into which a framework is sure to come: named or marked by the framework itself (Solid, Qwik), or marked by the page. */
export const certain = '#__next,#__nuxt,#___gatsby,[data-hydrate],[data-hk],[q\\:container=paused]'

/**
 * What hydrates later than the rest, and loses its mark then: an island of Astro (but for one for certain screens, which may never
 * hydrate), what React has streamed but not moved to its place yet, a component of Angular.
 */
export const marked = 'astro-island[ssr]:not([client=media]),[hidden][id*="S:"],[ngh]'
