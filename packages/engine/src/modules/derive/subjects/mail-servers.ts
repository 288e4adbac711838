import { digLine, recordsAt } from '../../../catalogue/dig.ts';
import { type EndpointPlace, endpointsOf, type Survey } from '../../../catalogue/endpoints.ts';
import { inconclusive, notApplicable, type Plain, whyBy, failedWhy } from '../../../catalogue/outcome.ts';
import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import type { NegotiatedTls, SmtpSession } from '../../../evidence/mail-transport/session.ts';
import {
  blockedEgress,
  isUnvisited,
  sessionsOf,
  takesNone,
  type TransportEvidence,
  unreachedAt,
  withoutServers,
} from '../mail/delivery.ts';
import { type Narrower, narrow, onePlace, type Places, type Subject } from '../../../catalogue/check-of.ts';

type OfDelivery<T> = Subject<keyof TransportEvidence, T>;

type MailHost = MailTransportEvidence['hosts'][number];

/** One session, with the rest of the delivery evidence. */
export interface MailPlace extends EndpointPlace {
  host: MailHost;
  session: SmtpSession;
  transport: MailTransportEvidence;
}

const placeAt = ({ name }: MailHost, address: string): EndpointPlace => ({ address, port: 25, serverName: name });

/** Nothing listens at an address that refuses connections while other mail servers are reached: mx-unreachable names it. */
export const isAbsent = ({ hosts }: MailTransportEvidence, { session }: MailHost['addresses'][number]): boolean =>
  !session.known && session.failure.reason === 'refused' && hosts.some((host) => sessionsOf(host).length > 0);

function visitedPlaces(transport: MailTransportEvidence): MailPlace[] {
  return transport.hosts.flatMap((host) =>
    host.addresses.flatMap(({ address, session }) =>
      session.known && !takesNone(session.value)
        ? [{ ...placeAt(host, address), host, session: session.value, transport }]
        : [],
    ),
  );
}

function surveySessions({ mailTransport }: TransportEvidence): Survey<MailPlace> {
  const endpoints = visitedPlaces(mailTransport);
  const leftOut = mailTransport.hosts.flatMap((host) =>
    host.status === 'failed' && host.addresses.length === 0
      ? [{ place: placeAt(host, host.name), ...whyBy('its-addresses-not-looked-up') }]
      : host.addresses.flatMap((one) =>
          one.session.known || (isUnvisited(one) && one !== unreachedAt(host)) || isAbsent(mailTransport, one)
            ? []
            : [{ place: placeAt(host, one.address), ...failedWhy(one.session.failure) }],
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

/** Sessions of a check that records may settle before anybody is asked: then a server that does not answer leaves nothing open. */
export const mailSessionsUnless = (settled: (transport: MailTransportEvidence) => Plain | null) =>
  endpointsOf({
    needs: ['mailTransport', 'target'],
    survey: (evidence: TransportEvidence) => {
      const survey = surveySessions(evidence);
      const { mailTransport } = evidence;
      return { ...survey, silence: withoutServers(mailTransport) ?? settled(mailTransport) ?? survey.silence };
    },
    same: { key: ({ serverName }) => serverName, unit: 'mail server' },
  });

/** Each visited address of the mail servers; addresses of one host that answer alike are one finding. */
export const mailSessions = mailSessionsUnless(() => null);

/** Each visited address with which TLS was negotiated. */
export const negotiatedSessions = narrow(mailSessions, (place): Narrower<{ tls: NegotiatedTls; place: MailPlace }> => {
  const { startTls } = place.session;
  if (!startTls.known) return inconclusive(startTls.failure);
  return startTls.value.outcome === 'negotiated'
    ? { of: { tls: startTls.value, place } }
    : notApplicable('No TLS was negotiated');
});

/** Evidence that hosts of one domain are judged with. */
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

/** Each mail server of the domain, whether it was visited or not. */
export const mailHosts: OfDelivery<Delivery & { host: MailHost }> = {
  needs: ['mailTransport', 'target'],
  select: (evidence) => {
    const silence = withoutServers(evidence.mailTransport);
    if (silence !== null) return silence;
    const delivery = deliveryOf(evidence);
    const places = delivery.transport.hosts.map((host) => ({
      of: { ...delivery, host },
      location: { host: host.name, port: 25 },
      label: host.name,
    }));
    return { places, unit: 'mail server' };
  },
};

function atExchange(evidence: TransportEvidence): Places<Delivery> {
  const { domain } = evidence.target;
  return onePlace(deliveryOf(evidence), recordsAt(domain, 'MX'), digLine('MX', domain));
}

/** The domain's records about its mail servers; its command shows the MX records. */
export const mailExchange: OfDelivery<Delivery> = { needs: ['mailTransport', 'target'], select: atExchange };

/** The records about mail servers of a domain that has some. */
export const mailDelivery: OfDelivery<Delivery> = {
  needs: ['mailTransport', 'target'],
  select: (evidence) => withoutServers(evidence.mailTransport) ?? atExchange(evidence),
};
