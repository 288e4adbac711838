import { readWalk } from '@perimeter/protocols/dmarc/discover';
import { isInDomain } from '@perimeter/protocols/domain/below';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { isTlsRpt, parseTlsRpt } from '@perimeter/protocols/tls-rpt/record';
import type { MailAuthEvidence } from '../../evidence/mail-auth/schema.ts';
import { textsOf, type TextAnswer } from '../../evidence/mail-auth/text-answer.ts';
import { askRoute, textAnswerOf } from './ask.ts';
import { askValidated } from '../belief.ts';
import type { ProbeContext } from '../probe.ts';
import { reportOwner } from '../record-owners.data.ts';

type Destination = MailAuthEvidence['destinations'][number];
type Stated = Pick<Destination, 'tag' | 'uri' | 'host'> & { isMail: boolean };

/** Most report addresses of one record that are examined. */
const mostUris = 10;

/** A report address from the parser of either record. */
interface ReportUri {
  text: string;
  scheme: string | null;
  host: string | null;
}

/** Receivers need to know mailto alone for DMARC (RFC 9989 section 4.7): other schemes lead nowhere. TLS-RPT has https, too. */
const statedIn = (tag: Destination['tag'], uris: readonly ReportUri[]): Stated[] =>
  uris
    .slice(0, mostUris)
    .map(({ text, scheme, host }) => ({ tag, uri: text, host, isMail: scheme === 'mailto' }))
    .flatMap(({ host, ...one }) => (host === null || !(one.isMail || tag === 'tls') ? [] : [{ ...one, host }]));

/** The same organization by either method of receivers: the tree walk, or the Public Suffix List. */
const isOwn = (host: string, organizational: string): boolean =>
  isInDomain(host, organizational) || registrableDomainOf(host) === registrableDomainOf(organizational);

/** Report destinations: whether foreign ones agreed (RFC 9990 section 4), and whether the host accepts mail. */
export async function findDestinations(
  context: ProbeContext,
  domain: string,
  walk: MailAuthEvidence['dmarc']['walk'],
  tlsRpt: TextAnswer,
): Promise<Destination[]> {
  const answers = walk.map((step) => ({ domain: step.domain, texts: textsOf(step.answer) }));
  const { record, policyDomain, organizational } = readWalk(domain, answers);
  const [tlsRecord] = tlsRpt.texts.filter(isTlsRpt);
  const stated = [
    ...statedIn('rua', record?.record.rua ?? []),
    ...statedIn('ruf', record?.record.ruf ?? []),
    ...statedIn('tls', tlsRecord === undefined ? [] : parseTlsRpt(tlsRecord).destinations),
  ];
  return Promise.all(
    stated.map(async ({ tag, uri, host, isMail }): Promise<Destination> => {
      const external = tag !== 'tls' && !isOwn(host, organizational);
      const [authorisation, route] = await Promise.all([
        external ? askValidated(context, reportOwner(policyDomain ?? domain, host)).then(textAnswerOf) : null,
        isMail ? askRoute(context, host) : null,
      ]);
      return { tag, uri, host, external, authorisation, route };
    }),
  );
}
