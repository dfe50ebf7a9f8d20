import type { Template } from './template.ts'

/** What people call the items of a template: undefined for one without a name. */
export interface ItemNames {
  content(item: { selector: string; type: string }): string | undefined
  /** By id. */
  analytics(id: string): string | undefined
}

/** The names in a template. Items that several have in common are called as the first. */
export function namesOf(template: Template | undefined): ItemNames {
  const content = new Map<string, string>()
  for (const { selector, type, name } of template?.content ?? [])
    if (name !== undefined && !content.has(`${type} ${selector}`)) content.set(`${type} ${selector}`, name)
  const analytics = new Map(Object.entries(template?.analyticsNames ?? {}))
  return {
    content: ({ selector, type }) => content.get(`${type} ${selector}`),
    analytics: (id) => analytics.get(id),
  }
}

/** The item with its name, if it has one. */
export function withName<Item extends object>(item: Item, name: string | undefined): Item {
  return name === undefined ? item : { ...item, name }
}
