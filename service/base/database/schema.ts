/** Every table by its name. The file with a table's queries declares it, beside its row. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the files of the tables
export interface Schema {}
