/** What a token or a session may do, the least first: each may do what those before it may. */
export const roles = ['viewer', 'editor', 'admin'] as const

export type Role = (typeof roles)[number]

/** Whether a text names a role. */
export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}

/** The roles that may do what takes `least`, the least first. */
export function rolesFrom(least: Role): readonly Role[] {
  return roles.slice(roles.indexOf(least))
}
