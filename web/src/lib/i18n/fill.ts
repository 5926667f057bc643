// Placeholders of messages.

export type Values = Record<string, string | number>;

/** Fill the placeholders of a message: `{name}`, and `{n:one|many}` for singular and plural. */
export function fill(message: string, values: Values = {}): string {
  return message.replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, (whole, key, one, many) => {
    if (!(key in values)) return whole;
    return one === undefined ? String(values[key]) : Number(values[key]) === 1 ? one : many;
  });
}
