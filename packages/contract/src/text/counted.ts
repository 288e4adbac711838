/** A number with its noun: "1 check", "3 checks", "2,000 entries". Without zod, so pages in a browser may use it too. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
