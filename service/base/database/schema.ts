/**
 * Every table by its name. The file with a table's queries declares it, beside its row:
 *
 * @example
 * declare module './schema.ts' {
 *   interface Schema {
 *     setting: SettingTable
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the files of the tables
export interface Schema {}
