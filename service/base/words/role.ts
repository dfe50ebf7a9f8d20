/** What a token or a session may do. Each role may do what the ones before it may. */
export const roles = ['viewer', 'editor', 'admin'] as const

export type Role = (typeof roles)[number]

/** The role `least` and those above it. */
export function rolesFrom(least: Role): readonly Role[] {
  return roles.slice(roles.indexOf(least))
}
