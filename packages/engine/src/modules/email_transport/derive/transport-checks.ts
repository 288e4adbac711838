import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import { digLine, recordsAt } from '../../../catalogue/dig.ts';
import { endpointChecks, type EndpointPlace, type Survey } from '../../../catalogue/endpoint-check.ts';
import { judgeSeen, type Lines, notApplicable, type Verdict, worded } from '../../../catalogue/outcome.ts';
import { recordChecks } from '../../../catalogue/record-check.ts';
import { gapText } from '../../../evidence/failure-text.ts';
import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import type { NegotiatedTls, SmtpSession } from '../../../evidence/mail-transport/session.ts';
import { blockedEgress, isUnvisited, takesNone, type TransportEvidence, withoutServers } from './delivery.ts';

type MailHost = MailTransportEvidence['hosts'][number];

const needs = ['mailTransport', 'target'] as const;

type Facts = Omit<CheckDefinition<(typeof needs)[number]>, 'needs' | 'evaluate'>;

/** One session, and all else that is known of the delivery. */
export interface MailPlace extends EndpointPlace {
  host: MailHost;
  session: SmtpSession;
  transport: MailTransportEvidence;
}

const placeAt = ({ name }: MailHost, address: string): EndpointPlace => ({ address, port: 25, serverName: name });

function endpointsOf(transport: MailTransportEvidence): MailPlace[] {
  return transport.hosts.flatMap((host) =>
    host.addresses.flatMap(({ address, session }) =>
      session.known && !takesNone(session.value)
        ? [{ ...placeAt(host, address), host, session: session.value, transport }]
        : [],
    ),
  );
}

function surveySessions({ mailTransport }: TransportEvidence): Survey<MailPlace> {
  const endpoints = endpointsOf(mailTransport);
  const leftOut = mailTransport.hosts.flatMap((host) =>
    host.addresses.flatMap((one) =>
      one.session.known || isUnvisited(one)
        ? []
        : [{ place: placeAt(host, one.address), reason: gapText(one.session.failure) }],
    ),
  );
  const silence =
    withoutServers(mailTransport) ??
    blockedEgress(mailTransport) ??
    (endpoints.length === 0 && leftOut.length === 0
      ? notApplicable('No address of the mail servers was tested')
      : null);
  return { silence, endpoints, leftOut };
}

/** Declares a check that asks each visited address of the mail servers; addresses of one host that answer alike are one finding. */
export const sessionCheck = endpointChecks({
  needs,
  survey: surveySessions,
  same: { key: ({ serverName }) => serverName, unit: 'mail server' },
});

interface NegotiatedCheck extends Facts {
  /** Words alone are a fault, or a fact where the check only informs. */
  judge: (tls: NegotiatedTls, place: MailPlace) => Verdict | string;
  /** What proves it. */
  shows?: (tls: NegotiatedTls, place: MailPlace) => Lines;
}

/** Declares a check that asks each visited address with which TLS was negotiated. */
export const negotiatedCheck = ({ judge, shows = () => [], ...facts }: NegotiatedCheck): Check =>
  sessionCheck({
    ...facts,
    judge: (place) =>
      judgeSeen(place.session.startTls, (tls) =>
        tls.outcome === 'negotiated'
          ? worded(judge(tls, place), facts, () => shows(tls, place))
          : notApplicable('No TLS was negotiated'),
      ),
  });

/** What hosts of one delivery are judged with. */
export interface Delivery {
  domain: string;
  registrableDomain: string;
  transport: MailTransportEvidence;
}

const deliveryOf = ({ mailTransport, target }: TransportEvidence): Delivery => ({
  domain: target.domain,
  registrableDomain: target.registrableDomain,
  transport: mailTransport,
});

/** Declares a check that asks each mail server of the domain, whether it was visited or not. */
export const hostCheck = ({
  judge,
  ...facts
}: Facts & { judge: (host: MailHost, delivery: Delivery) => Verdict }): Check =>
  defineCheck({
    ...facts,
    needs,
    evaluate: (evidence) => {
      const silence = withoutServers(evidence.mailTransport);
      if (silence !== null) return silence;
      const delivery = deliveryOf(evidence);
      const judged = delivery.transport.hosts.map((host) => ({
        location: { host: host.name, port: 25 },
        label: host.name,
        ...judge(host, delivery),
      }));
      return combine(facts.finding, judged, { unit: 'mail server' });
    },
  });

const select = (evidence: TransportEvidence) => {
  const { domain } = evidence.target;
  return { records: deliveryOf(evidence), location: recordsAt(domain, 'MX'), reproduce: digLine('MX', domain) };
};

/** Declares a check of what the domain says about its mail servers; its command shows the MX records. */
export const exchangeCheck = recordChecks({ needs, select });

/** As exchangeCheck, for domains that have mail servers. */
export const deliveryCheck = recordChecks({
  needs,
  select: (evidence: TransportEvidence) => withoutServers(evidence.mailTransport) ?? select(evidence),
});
