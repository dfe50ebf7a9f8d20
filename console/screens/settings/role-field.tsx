import type { Role } from '../../api/session-state.ts'
import { Field } from '../../parts/field.tsx'

const roles: Record<Role, string> = {
  viewer: 'viewer: looks at results',
  editor: 'editor: also makes campaigns and templates',
  admin: 'admin: may do everything',
}

/** Which role somebody gets. */
export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <Field label="Role">
      {(tie) => (
        <select {...tie} value={role} onChange={({ currentTarget }) => onChange(currentTarget.value as Role)}>
          {Object.entries(roles).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
