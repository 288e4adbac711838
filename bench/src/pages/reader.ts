// Asks for pages at a steady pace, in a process of its own: what readers do with their pages is not the service's work.
import { anew } from './anew.ts';
import { readFrom } from './read.ts';

/** For which pages the process asks, and for how long. */
export interface Asked {
  address: string;
  firstTurn: number;
  aSecond: number;
  forMs: number;
}

// More than a machine can render in time are refused.
const isRendered = async (url: string): Promise<boolean> =>
  readFrom(url).then(
    () => true,
    () => false,
  );

async function readPages({ address, firstTurn, aSecond, forMs }: Asked): Promise<number> {
  const pages: Promise<boolean>[] = [];
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const pace = setInterval(() => pages.push(isRendered(anew(address, firstTurn + pages.length))), 1_000 / aSecond);
  setTimeout(resolve, forMs);
  await over;
  clearInterval(pace);
  return (await Promise.all(pages)).filter(Boolean).length;
}

process.on('message', (asked: Asked) => {
  void readPages(asked).then((pages) => process.send?.(pages));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
