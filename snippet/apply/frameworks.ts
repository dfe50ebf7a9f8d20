/** Whether a framework will still compare the server's markup of the element with its own. */
export const isHydrating = (_element: Element): boolean => false
