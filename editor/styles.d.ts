/** A style sheet with everything that it imports, as text: see build/editor.ts. */
declare module '*.css' {
  const text: string
  export default text
}
