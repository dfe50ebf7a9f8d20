/** What a browser makes of the page is no longer sure: it would move, repair or drop something. */
export class Unsure extends Error {}
