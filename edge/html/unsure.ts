/** Thrown where it is no longer certain how a browser builds the tree: it would move, repair or drop something. */
export class Unsure extends Error {}
