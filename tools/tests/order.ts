/** Files that take a minute or more go first, so that the lanes end together. */
const longest = [
  'coverage/attacks.lab.test.ts',
  'coverage/tls.lab.test.ts',
  'hostile/dns.lab.test.ts',
  'hostile/http.lab.test.ts',
  'process/secrets.lab.test.ts',
  'inventory/inventory.lab.test.ts',
  'reproduce/tls.lab.test.ts',
  'vulnerabilities/flaws.slow.test.ts',
  'tests/looks.slow.test.ts',
];

/** A browser uses all cores, so two of these files should not run at the same time. */
const inBrowser = /\/(?:in-)?browser\//u;

/** The order of files: longest first, browser files spread evenly among the others. */
export function inOrder(files: readonly string[]): string[] {
  const isLong = (file: string): boolean => longest.some((one) => file.endsWith(one));
  const ordered = [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
  const browsers = ordered.filter((file) => inBrowser.test(file));
  const others = ordered.filter((file) => !inBrowser.test(file));
  // The position of each as a fraction between first and last.
  const placed = [browsers, others].flatMap((group) =>
    group.map((file, at) => ({ file, place: (at + 0.5) / group.length })),
  );
  return placed.toSorted((one, other) => one.place - other.place).map(({ file }) => file);
}
