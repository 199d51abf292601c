/** The field when there is a value; absent otherwise. */
export function optional<K extends string, V>(name: K, value: V | null | undefined): { [key in K]?: V } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [key in K]?: V });
}
