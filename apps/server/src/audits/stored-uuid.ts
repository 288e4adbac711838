const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** The stored UUID in a public id with this prefix; null if the text cannot be one. */
export function storedUuid(prefix: string, id: string): string | null {
  const stored = id.slice(prefix.length);
  return id.startsWith(prefix) && uuid.test(stored) ? stored : null;
}
