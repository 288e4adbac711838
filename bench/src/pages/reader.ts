// Requests pages at a steady rate in a separate process, so that the client's work is not measured as the service's.
import { anew } from './anew.ts';
import { readFrom } from './read.ts';

/** For which pages the process asks, and for how long. */
export interface AskedPages {
  address: string;
  firstTurn: number;
  aSecond: number;
  forMs: number;
}

// False if refused, because the machine cannot render so many in time.
const isRendered = async (url: string): Promise<boolean> =>
  readFrom(url).then(
    () => true,
    () => false,
  );

async function readPages({ address, firstTurn, aSecond, forMs }: AskedPages): Promise<number> {
  const pages: Promise<boolean>[] = [];
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const pace = setInterval(() => pages.push(isRendered(anew(address, firstTurn + pages.length))), 1_000 / aSecond);
  setTimeout(resolve, forMs);
  await over;
  clearInterval(pace);
  return (await Promise.all(pages)).filter(Boolean).length;
}

process.on('message', (asked: AskedPages) => {
  void readPages(asked).then((pages) => process.send?.(pages));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
