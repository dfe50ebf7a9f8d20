/** What hydrates later than the rest: an island of Astro, and what React has streamed but not moved to its place yet. */
export const apart = 'astro-island[ssr],[hidden][id*="S:"]'

/** Usual containers of frameworks, and `data-hydrate` of the page. Exact names: `#whatsapp` is not `#app`. */
export const usualContainers = `#root,#app,#svelte,#__next,#__nuxt,#___gatsby,[data-hydrate],${apart}`
