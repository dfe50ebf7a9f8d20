/** A style sheet with all that it imports, as text: see build/editor.ts. */
declare module '*.css' {
  const text: string
  export default text
}
