// In a file without imports, because esbuild inlines constants from such files only.

/** MRC: one continuous second. */
export const viewMs = 1000
/** The observer reports a beginning and an end up to a frame late, independently. */
export const frameMs = 16
/** MRC: the share of the area that must be in the viewport, and that of a large element. */
export const visibleRatio = 0.5
export const largeVisibleRatio = 0.3
export const largeArea = 242_500
/** After this long without input nobody is taken to be there. */
export const idleMs = 60_000
/** How often elements in the viewport are looked at: no event reports covering and hiding. */
export const lookMs = 100
/** The same if nothing has happened in the page for a while. */
export const restMs = 500
/** How many elements of one item a look judges at most. If all are covered, the next look continues with others. */
export const mostJudged = 20
/** How long a view waits for more events, and a changed report for more changes. A click does not wait. */
export const viewWaitMs = 250
export const reportWaitMs = 1000
/** How long the news of the first input, or that the page is visible again, waits for more. */
export const touchWaitMs = 250
/** How much of a growing duration a crash may lose, in milliseconds. */
export const secureMs = 1000
/** How long a view waits to be secured, in milliseconds: those of a page that opens come together, and are secured once. */
export const secureViewsMs = 50
