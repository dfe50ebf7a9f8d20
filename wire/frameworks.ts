/** What waits for a time of its own: an island of Astro, and what React streamed and has not put in its place yet. */
export const apart = 'astro-island[ssr],[hidden][id*="S:"]'

/** Where frameworks put what a server rendered, and what waits for one. Exact names: `whatsapp` is nobody's. */
export const containers = `#root,#app,#svelte,#__next,#__nuxt,#___gatsby,[data-hydrate],${apart}`
