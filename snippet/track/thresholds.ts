// In a file without imports, because esbuild inlines constants from such files only.

/** MRC: one continuous second. */
export const viewMs = 1000
/** The observer tells of a beginning and of an end up to a frame late, each by its own measure. */
export const frameMs = 16
/** MRC: the area in the viewport that counts, and of a large element. */
export const visibleRatio = 0.5
export const largeVisibleRatio = 0.3
export const largeArea = 242_500
/** Without input for this long nobody is taken to be there. */
export const idleMs = 60_000
/** Covering and hiding are told by nobody: so often is looked at what is in the viewport, */
export const lookMs = 100
/** and so seldom where nothing in the page has moved for a while. */
export const restMs = 500
/** How many elements of one item are judged at one look: where all are covered, the next look goes on with others. */
export const mostJudged = 20
/** A view waits so long for company, a report that has changed so long; a click does not wait. */
export const viewWaitMs = 250
export const reportWaitMs = 1000
/** How much of a growing duration a crash may take, in milliseconds. */
export const secureMs = 1000
/** How much of the time of views, in milliseconds: those of a page that opens come at once, and are secured in one go. */
export const secureViewsMs = 50
