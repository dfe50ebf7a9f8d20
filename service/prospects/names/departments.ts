import { titleWords } from './titles.ts'

/** Words that show the department of a role, in the spelling of `titleWords`. */
const departments: Readonly<Record<string, readonly string[]>> = {
  engineering: [
    'engineer',
    'technology',
    'software',
    'developer',
    'devops',
    'development',
    'architect',
    'programmer',
  ],
  'information technology': [
    'information',
    'technology',
    'system',
    'infrastructure',
    'network',
    'administrator',
  ],
  product: ['product'],
  design: ['design', 'designer', 'experience', 'creative', 'art'],
  data: ['data', 'analytic', 'analyst', 'scientist'],
  sales: ['sale', 'revenue', 'account', 'commercial', 'business'],
  marketing: ['marketing', 'brand', 'growth', 'demand', 'content', 'communication'],
  finance: ['finance', 'accounting', 'accountant', 'controller', 'treasurer', 'treasury', 'tax'],
  'human resources': ['human', 'people', 'talent', 'recruiter', 'recruiting', 'recruitment'],
  legal: ['legal', 'counsel', 'lawyer', 'attorney', 'compliance'],
  operations: ['operation', 'logistic', 'supply'],
  support: ['support', 'customer', 'service', 'success'],
  procurement: ['procurement', 'purchasing', 'buyer', 'sourcing'],
  security: ['security'],
  research: ['research', 'researcher', 'science', 'scientist'],
  management: ['executive', 'president', 'founder', 'owner', 'managing', 'chairman'],
}

/**
 * The words of a department; a role belongs to it if it has one of them. An unknown department has only its own words.
 */
export function departmentWords(department: string): readonly string[] {
  const words = titleWords(department).filter((word) => word !== 'department' && word !== 'team')
  const known = Object.keys(departments).find((name) => titleWords(name).join(' ') === words.join(' '))
  return known ? [...new Set([...titleWords(departments[known]?.join(' ') ?? ''), ...words])] : words
}
