import type { Role } from '../../api/session-state.ts'
import { Field } from '../../parts/field.tsx'

const roles: Record<Role, string> = {
  viewer: 'viewer: only looks at results',
  editor: 'editor: also makes campaigns and templates',
  admin: 'admin: may do everything',
}

const names = Object.keys(roles) as Role[]

/** Which role somebody gets. */
export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <Field label="Role">
      {(tie) => (
        <select {...tie} value={role} onChange={({ currentTarget }) => onChange(currentTarget.value as Role)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {roles[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface RoleSelectProps {
  label: string
  role: Role
  isDisabled: boolean
  onChange: (role: Role) => void
}

/** The role that somebody has, in a table. */
export function RoleSelect({ label, role, isDisabled, onChange }: RoleSelectProps) {
  return (
    <select
      aria-label={label}
      value={role}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Role)}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}
