import type { Problem } from './template.ts'

/** `launch.yaml:7:5: "txt" is not a type …`, in the form that editors and terminals make a link of. */
export function formatProblem(file: string, { line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`
}
