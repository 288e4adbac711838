import { noBehaviour } from '../../../evidence/behaviour/none.ts';
import type { BehaviourEvidence } from '../../../evidence/behaviour/schema.ts';
import { type Observed, seen, unseen } from '../../../evidence/observed.ts';
import { exampleName } from '../../../evidence/zone/example.ts';
import { type Answers, answersWith, auditedAtMs } from '../../derive/dns/testing/evidence.ts';
import { endpoint, tlsOf } from '../../derive/tls/testing/evidence.ts';

/** HTTPS records, and the facts about the site that they are compared with. */
export interface ServicesGiven {
  answers?: Answers;
  /** DNS answers for the names that the records refer to. */
  behind?: Answers;
  selected?: string[];
  certificate?: Observed<{ covers: boolean; notAfterMs: number | null }>;
  url?: string | null;
  /** Whether QUIC answers; absent: not tested. */
  http3?: boolean;
}

/** The public name of Encrypted Client Hello whose certificate was tested. */
export const publicName = 'public.example';
const http3Of = (answers: boolean): BehaviourEvidence['http3'] => ({
  advertised: null,
  asked: {
    by: 'https-record',
    host: exampleName,
    address: '192.0.2.80',
    port: 443,
    tries: 2,
    versions: answers ? seen([1]) : unseen('refused', 'address-refused'),
  },
});

/** Evidence of a site at one address that speaks TLS. */
export const servicesWith = ({
  answers = {},
  behind,
  selected = ['h2'],
  certificate,
  url = `https://${exampleName}/`,
  http3,
}: ServicesGiven) => {
  const dns = answersWith(answers);
  const only = new Set(Object.keys(behind ?? {}));
  const serviceAnswers = answersWith(behind).answers.filter(({ name, type }) => only.has(`${type} ${name}`));
  const ech: BehaviourEvidence['ech'] =
    certificate === undefined ? [] : [{ publicName, address: '192.0.2.80', certificate }];
  return {
    dns: { ...dns, ...(behind === undefined ? {} : { serviceAnswers }) },
    target: {
      domain: exampleName,
      registrableDomain: exampleName,
      scanMode: 'standard' as const,
      startedAtMs: auditedAtMs,
      seed: 'test',
    },
    ...tlsOf(endpoint({ serverName: exampleName, alpn: seen({ offered: ['h2', 'http/1.1'], selected }) })),
    behaviour: { ...noBehaviour, url, notAsked: null, ech, ...(http3 === undefined ? {} : { http3: http3Of(http3) }) },
  };
};
