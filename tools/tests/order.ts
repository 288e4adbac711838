/** Files that take half a minute or more go first, longest first, so that the lanes end together. */
const longest = [
  'coverage/dns-email.lab.test.ts',
  'process/cluster.slow.test.ts',
  'process/run.slow.test.ts',
  'inventory/inventory.lab.test.ts',
  'process/first-hour.lab.test.ts',
  'coverage/network.lab.test.ts',
  'certification-path/openssl.slow.test.ts',
  'tests/looks.slow.test.ts',
  'process/secrets.lab.test.ts',
  'hostile/http.lab.test.ts',
];

/** A browser uses all cores, so two of these files should not run at the same time. */
const inBrowser = /\/(?:in-)?browser\//u;

/** The order of files: longest first, browser files spread evenly among the others. */
export function inOrder(files: readonly string[]): string[] {
  const placeOfLong = (file: string): number => longest.findIndex((one) => file.endsWith(one));
  const isLong = (file: string): boolean => placeOfLong(file) >= 0;
  const long = files.filter(isLong).toSorted((one, other) => placeOfLong(one) - placeOfLong(other));
  const ordered = [...long, ...files.filter((file) => !isLong(file))];
  const browsers = ordered.filter((file) => inBrowser.test(file));
  const others = ordered.filter((file) => !inBrowser.test(file));
  // The position of each as a fraction between first and last.
  const placed = [browsers, others].flatMap((group) =>
    group.map((file, at) => ({ file, place: (at + 0.5) / group.length })),
  );
  return placed.toSorted((one, other) => one.place - other.place).map(({ file }) => file);
}
