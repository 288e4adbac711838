import { z } from 'zod';
import { behaviourEvidence } from './behaviour/schema.ts';
import { certificatesEvidence } from './certificates/schema.ts';
import { dnsEvidence } from './dns/schema.ts';
import { dnssecEvidence } from './dnssec/schema.ts';
import { endpointsEvidence } from './endpoints/schema.ts';
import { exposureEvidence } from './exposure/schema.ts';
import { historyEvidence } from './history/schema.ts';
import { httpEvidence } from './http/schema.ts';
import { mailAuthEvidence } from './mail-auth/schema.ts';
import { mailTlsEvidence } from './mail-tls/schema.ts';
import { mailTransportEvidence } from './mail-transport/schema.ts';
import { namesEvidence } from './names/schema.ts';
import { pageEvidence } from './page/schema.ts';
import { portsEvidence } from './ports/schema.ts';
import { routingEvidence } from './routing/schema.ts';
import { targetEvidence } from './target/schema.ts';
import { tlsEvidence } from './tls/schema.ts';
import { vulnerabilitiesEvidence } from './vulnerabilities/schema.ts';
import { zoneEvidence } from './zone/schema.ts';

/** Every kind of evidence by name: the one list that probes fill and checks declare. */
export const evidenceKinds = {
  target: targetEvidence,
  dns: dnsEvidence,
  dnssec: dnssecEvidence,
  endpoints: endpointsEvidence,
  tls: tlsEvidence,
  http: httpEvidence,
  page: pageEvidence,
  behaviour: behaviourEvidence,
  exposure: exposureEvidence,
  names: namesEvidence,
  ports: portsEvidence,
  routing: routingEvidence,
  certificates: certificatesEvidence,
  vulnerabilities: vulnerabilitiesEvidence,
  history: historyEvidence,
  mailAuth: mailAuthEvidence,
  mailTransport: mailTransportEvidence,
  mailTls: mailTlsEvidence,
  zone: zoneEvidence,
} as const;

export type EvidenceKind = keyof typeof evidenceKinds;

/** Kind to its type, for the checks' declared needs. */
export type EvidenceByKind = { [K in EvidenceKind]: z.infer<(typeof evidenceKinds)[K]> };

/** Evidence of which any kind may be missing. */
export type SomeEvidence = { [K in EvidenceKind]?: EvidenceByKind[K] | undefined };

/** Version of the stored evidence format: raised where older evidence could be judged wrongly. */
export const evidenceVersion = 2;

const { target, ...probed } = evidenceKinds;

/** Evidence of one audit as stored: a probe that failed leaves its reason instead. */
export const auditEvidence = z.object({
  version: z.literal(evidenceVersion),
  target,
  ...z.object(probed).partial().shape,
  /** Kinds that a probe could not deliver at all, and why. */
  missing: z.array(z.object({ kind: z.string(), reason: z.string() })),
});
export type AuditEvidence = z.infer<typeof auditEvidence>;

/** Stored evidence of a version that this program does not judge. */
export class EvidenceVersionError extends Error {
  override name = 'EvidenceVersionError';
  constructor(version: number) {
    super(`Evidence has version ${version}, but only version ${evidenceVersion} can be judged; run the audit again`);
  }
}

// Evidence had no version before the second.
const anyEvidence = z.object({ version: z.int().default(1) });

/** Reads stored evidence; throws an {@link EvidenceVersionError} for another version. */
export function readEvidence(stored: unknown): AuditEvidence {
  const { version } = anyEvidence.parse(stored);
  if (version !== evidenceVersion) throw new EvidenceVersionError(version);
  return auditEvidence.parse(stored);
}
