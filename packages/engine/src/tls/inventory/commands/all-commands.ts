import { extensionTypes } from '@perimeter/protocols/tls/extensions';
import { seen, unseen } from '../../../evidence/observed.ts';
import type { HelloVersion } from '../../client/hello/hello.ts';
import { factsOfAll } from '../endpoint-facts.ts';
import type { Learned } from '../learned.ts';
import type { LegacyVersion, Negotiated } from '../negotiated.ts';
import { negotiatedIn } from '../negotiated.ts';
import type { FirstResults, ScanCommand } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { readFirstChoices } from './first-choices.ts';
import { scanWithoutServerName } from './without-server-name.ts';
import { simulateClients } from './client-simulation.ts';
import { scanFallback } from './fallback.ts';
import { scanLateVersions } from './late-versions.ts';
import { scanLegacyVersions } from './legacy-versions.ts';
import { scanByPlatform } from './platform.ts';
import { scanTls13 } from './tls13-version.ts';
import { scanGrease, scanLargeHello } from './tolerance.ts';
import { scanWeakSignature } from './weak-signature.ts';

/** The newest accepted version that has a ClientHello. */
const newestOf = ({ legacy: [best], tls13 }: Negotiated): HelloVersion | null =>
  tls13 === null ? (best?.version ?? null) : 'TLSv1.3';

/** The version to fall back to: the second newest, which may have been accepted at a second attempt only. */
async function fallbackVersion({ negotiated, second }: FirstResults): Promise<LegacyVersion | null> {
  const [best, lower] = negotiated.legacy;
  const first = negotiated.tls13 === null ? lower : best;
  if (first !== undefined) return first.version;
  const late = negotiatedIn(await second).legacy.find(({ version }) => version !== best?.version);
  return late?.version ?? null;
}

/** Runs where any version with a ClientHello was accepted. */
const onNewest =
  (run: (session: ScanSession, newest: HelloVersion, first: FirstResults) => Promise<Learned>): ScanCommand['run'] =>
  async (session, first) => {
    const newest = newestOf(first.negotiated);
    return newest === null ? {} : run(session, newest, first);
  };

/**
 * What the platform's handshake shows. Where it failed, a server without TLS 1.3 that was offered session_ticket and did not
 * echo it is still known to give no tickets (RFC 5077 section 3.2).
 */
async function scanWholeHandshakes(session: ScanSession, { negotiated }: FirstResults): Promise<Learned> {
  const {
    legacy: [best],
    tls13,
  } = negotiated;
  const echoesTicket = best?.first.hello.extensions.has(extensionTypes.sessionTicket);
  const has12 = best?.version === 'TLSv1.2' && (session.isDeep || tls13 === null || echoesTicket === true);
  const learned = await scanByPlatform(session, has12, tls13 !== null);
  const mayGive = tls13 !== null || echoesTicket !== false;
  if (learned.facts?.tickets?.known === true || mayGive) return learned;
  return { ...learned, facts: { ...learned.facts, tickets: seen({ tls12LifetimeHint: null, tls13Lifetime: null }) } };
}

const lateVersions: ScanCommand = {
  name: 'late-versions',
  run: async (session, { negotiated, second }) => scanLateVersions(session, negotiated, await second),
};

/** Every command of full depth. They start in this order and run side by side; the facts of a later one win. */
const scanCommands: readonly ScanCommand[] = [
  { name: 'legacy-versions', run: scanLegacyVersions },
  { name: 'tls13', run: scanTls13 },
  lateVersions,
  {
    name: 'fallback',
    run: onNewest(async (session, _, first) => scanFallback(session, await fallbackVersion(first))),
  },
  {
    name: 'grease',
    run: onNewest(async (session, newest) =>
      session.isDeep
        ? scanGrease(session, newest)
        : { facts: { greaseTolerant: unseen('not-tested', 'Tested in deep mode only') } },
    ),
  },
  {
    name: 'weak-signature',
    run: onNewest(async (session, _, { negotiated: { legacy } }) =>
      legacy[0]?.version === 'TLSv1.2' && !session.client.style.isBare
        ? scanWeakSignature(session)
        : { facts: { weakSignature: unseen('not-tested', 'Schemes are negotiated in clear in TLS 1.2 only') } },
    ),
  },
  {
    name: 'large-hello',
    run: onNewest(async (session, newest, { negotiated: { tls13 } }) =>
      tls13 === null && !session.client.style.isBare ? scanLargeHello(session, newest) : {},
    ),
  },
  { name: 'whole-handshakes', run: onNewest((session, _, first) => scanWholeHandshakes(session, first)) },
  { name: 'client-simulation', run: onNewest((session) => simulateClients(session)) },
];

/** The commands of a depth. */
export interface Depth {
  /** Refused versions are tried again even where others were accepted, and the known-good hello is sent in the end. */
  isThorough: boolean;
  commands: readonly ScanCommand[];
  /** For versions that were accepted only in the end. */
  late: readonly ScanCommand[];
  /** At the very end: where it is answered, the refusals before it are no rate limit. */
  last: readonly ScanCommand[];
  /** What all answers show together, once they are there. */
  together: (session: ScanSession, first: FirstResults, learned: readonly Learned[]) => readonly Learned[];
}

/** full: all that can be learned; light: versions, their first choice, and the chain. */
export const depths: Readonly<Record<'full' | 'light', Depth>> = {
  full: {
    isThorough: true,
    commands: scanCommands,
    late: [lateVersions],
    last: [
      {
        name: 'without-server-name',
        run: onNewest((session, _, { negotiated: { legacy } }) =>
          scanWithoutServerName(session, legacy[0]?.version ?? 'TLSv1.3'),
        ),
      },
    ],
    together: factsOfAll,
  },
  light: {
    isThorough: false,
    commands: [{ name: 'first-choices', run: readFirstChoices }],
    late: [],
    last: [],
    together: () => [],
  },
};
