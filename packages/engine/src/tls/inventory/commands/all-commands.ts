import { untested } from '../../../evidence/observed.ts';
import type { HelloVersion } from '../../client/hello/hello.ts';
import type { Learned } from '../learned.ts';
import { newestOf } from '../negotiated.ts';
import type { FirstResults, ScanCommand } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { simulateClients } from './client-simulation.ts';
import { scanFallback } from './fallback.ts';
import { scanLateVersions } from './late-versions.ts';
import { scanLegacyVersions } from './legacy-versions.ts';
import { scanWholeHandshakes } from './platform.ts';
import { scanTls13 } from './tls13-version.ts';
import { scanGrease, scanLargeHello } from './tolerance.ts';
import { scanWeakSignature } from './weak-signature.ts';

/** Runs where any version with a ClientHello was accepted. */
export const onNewest =
  (run: (session: ScanSession, newest: HelloVersion, first: FirstResults) => Promise<Learned>): ScanCommand['run'] =>
  async (session, first) => {
    const newest = newestOf(first.negotiated);
    return newest === null ? {} : run(session, newest, first);
  };

/** Enumerates versions that were accepted at a later attempt. */
export const lateVersions: ScanCommand = {
  name: 'late-versions',
  run: async (session, { negotiated, second }) => scanLateVersions(session, negotiated, await second),
};

export const fallback: ScanCommand = {
  name: 'fallback',
  run: onNewest((session, _, first) => scanFallback(session, first)),
};

/** Only TLS 1.2 negotiates schemes (RFC 5246 section 7.4.1.4.1). */
export const weakSignature: ScanCommand = {
  name: 'weak-signature',
  run: onNewest(async (session, _, { negotiated: { legacy } }) =>
    legacy[0]?.version === 'TLSv1.2' && !session.client.style.isBare
      ? scanWeakSignature(session)
      : { facts: { weakSignature: untested('schemes-in-tls12-only') } },
  ),
};

/** Every command of full depth. They start in this order and run concurrently; facts of later ones take precedence. */
export const scanCommands: readonly ScanCommand[] = [
  { name: 'legacy-versions', run: scanLegacyVersions },
  { name: 'tls13', run: scanTls13 },
  lateVersions,
  fallback,
  {
    name: 'grease',
    run: onNewest(async (session, newest) =>
      session.isDeep ? scanGrease(session, newest) : { facts: { greaseTolerant: untested('deep-mode-only') } },
    ),
  },
  weakSignature,
  {
    name: 'large-hello',
    run: onNewest(async (session, newest, { negotiated: { tls13 } }) =>
      tls13 === null && !session.client.style.isBare ? scanLargeHello(session, newest) : {},
    ),
  },
  { name: 'whole-handshakes', run: onNewest((session, _, first) => scanWholeHandshakes(session, first)) },
  { name: 'client-simulation', run: onNewest((session) => simulateClients(session)) },
];
