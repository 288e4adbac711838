/** An object of JSON, whose members are unknown. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object of JSON: neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; null for any other text. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
