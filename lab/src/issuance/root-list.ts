import { dayMs } from '@perimeter/protocols/durations';

/** Days from now of the last second of which certificates of the lab's distrusted root are trusted. */
const distrustDays = -20;

/** The name that the lab's issuers go by in CAA. */
const caa = ['pki.lab'];

/** The roots of the lab's public, in the form of PERIMETER_PUBLIC_ROOTS; the files stand beside it. */
export function rootList(now: Date): string {
  const list = {
    name: "Lab's public roots",
    date: now.toISOString().slice(0, 10),
    roots: [
      { file: 'public-root.crt', caa },
      {
        file: 'distrusted-root.crt',
        caa,
        distrustAfter: new Date(now.getTime() + distrustDays * dayMs).toISOString(),
        distrustedBy: 'The lab',
      },
    ],
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}
