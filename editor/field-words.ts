const labels: Record<string, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  company_short: 'Company, short',
  role: 'Job title',
  linkedin: 'LinkedIn',
  createdAt: 'Created',
  updatedAt: 'Changed',
}

/** What people call a field: `First name`, `Company, short`; for a column of a list its title. */
export function fieldLabel(field: string): string {
  if (Object.hasOwn(labels, field)) return labels[field] ?? field
  const title = field.replace(/^additional\./s, '').replaceAll('_', ' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** A field in the middle of a sentence: `first name`, `company`, `LinkedIn`. */
export function fieldNoun(field: string): string {
  const label = fieldLabel(field).replace(', short', '')
  return /^[A-Z][a-z]/.test(label) && field !== 'linkedin'
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label
}

/** A chip's name: the field's own, if it differs from what the chip says only by a capital. */
export function chipName(field: string): string {
  const label = fieldLabel(field)
  return label.toLowerCase() === field ? field : label
}
