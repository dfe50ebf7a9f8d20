/** The parameters of a query, each once. One that occurs twice comes as an array; its first value is taken. */
export function oneOfEach<T extends object>(query: T): T {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  ) as T
}
