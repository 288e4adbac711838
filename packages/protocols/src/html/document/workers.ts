/** A script may name no more of them: each is resolved. */
const maxWorkers = 20;

/** A worker by an address that is written out: one that is put together is not guessed. */
const worker =
  /\b(?:new\s{1,8}(?:Shared)?Worker|serviceWorker\s{0,8}\.\s{0,8}register)\s{0,8}\(\s{0,8}(?:"([^"\n\\]{1,2048})"|'([^'\n\\]{1,2048})'|`([^`$\n\\]{1,2048})`)\s{0,8}[,)]/g;

/** Addresses of the workers that a script starts. */
export function workersOf(code: string): string[] {
  const found: string[] = [];
  for (const [, ...texts] of code.matchAll(worker)) {
    found.push(texts.find((text) => text !== undefined) ?? '');
    if (found.length >= maxWorkers) break;
  }
  return found;
}
