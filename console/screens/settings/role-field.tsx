import type { Role } from '../../api/session-state.ts'
import { SelectField } from '../../parts/field.tsx'

const roles: Record<Role, string> = {
  viewer: 'viewer: only looks at results',
  editor: 'editor: also makes campaigns and templates',
  admin: 'admin: may do everything',
}

/** Which role somebody gets. */
export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return <SelectField label="Role" value={role} options={roles} onChange={onChange} />
}
