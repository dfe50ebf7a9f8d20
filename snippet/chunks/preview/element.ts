/** Makes an element of a class with these children: without markup, because of Trusted Types. */
export function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}
