import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Code, Part } from '../components/parts.tsx';
import { ClaimForm } from '../features/opt-out/claim.tsx';
import type { OptOutProps } from '../lib/opt-out-props.ts';

const often = (ceiling: OptOutProps['ceilings']['domain']): string =>
  ceiling === null
    ? 'as often as it is asked for'
    : `at most ${ceiling.hour} times an hour and ${ceiling.day} times a day`;

/** How often audits come. */
function Ceilings({ ceilings: { domain, address, authority } }: Pick<OptOutProps, 'ceilings'>): ReactElement {
  return (
    <li>
      Over all callers, a domain with its subdomains is audited {often(domain)}, and an address {often(address)}; in
      deep audits of callers who state that they may test it, {often(authority)}. Two audits of an address run at a
      time, not more. CDNs are not counted by address.
    </li>
  );
}

/** Everything that is contacted, by audits of every kind. */
function Sent({ ceilings }: Pick<OptOutProps, 'ceilings'>): ReactElement {
  return (
    <Part id="sent" title="What we send">
      <ul className="dots stack">
        <li>
          DNS queries for the domain and a published list of names below it, at most 1,200 (4,000 in deep audits), and
          at most 300 (640) questions to name servers themselves: the records of the domain, a zone transfer, which we
          break off when it is answered, their version, and names that nobody has.
        </li>
        <li>
          TLS handshakes on the ports of its web and mail servers, to list versions, cipher suites and certificates.
        </li>
        <li>
          SMTP connections to port 25 of its mail servers: EHLO and STARTTLS, with a visit an hour to servers that many
          domains share. MAIL FROM is never sent, so no mail is.
        </li>
        <li>
          HTTP GET requests, with a few by OPTIONS, HEAD and TRACE, at most 112 to the site: its documents and up to 8
          of its scripts, as a visitor asks for them, /robots.txt, /.well-known/security.txt, /crossdomain.xml, paths
          that do not exist, and a published list of paths where files are often left by mistake. A document that is
          answered with an error is asked for twice more.
        </li>
        <li>
          Connections to 32 ports that servers often leave open, on at most two addresses, each with one message that
          the protocol has before any log-in, or none.
        </li>
        <li>
          Questions about registrations to registries (RDAP): of the domain, and of domains of others that its records
          and pages name and that may be free, at most 20 (60).
        </li>
        <li>
          Deep audits test more cipher suites and known TLS flaws, without exploiting them, with at most 400 requests.
          They also look up a longer published list of names, and request up to 5 pages that the document links to and 4
          source maps of its scripts.
        </li>
        <li>
          Deep audits of callers who state that they may test the domain also request a longer list of paths, with one
          question by POST to /graphql, test a longer published list of ports, and list all cipher suites of its mail
          servers. The operator keeps who stated it for 24 months: ask when you did not allow it.
        </li>
        <li>
          All audits of this service together, whoever asked for them, open at most 8 connections at once and 25 new
          ones a second to one port of an address (2 and 5 to mail servers), and send at most 32 requests and 20
          datagrams a second there. That is what one audit alone may send. Where ports are listed, an address sees at
          most 16 connections at once and 64 a second for that (100 and 1,000 in deep audits).
        </li>
        <Ceilings ceilings={ceilings} />
      </ul>
    </Part>
  );
}

/** Whom to write to, and from where audits come. */
function Recognise({ userAgent, sourceAddresses }: Pick<OptOutProps, 'userAgent' | 'sourceAddresses'>): ReactElement {
  return (
    <Part
      id="recognise"
      title="How to recognise us"
      about="Every HTTP request carries this User-Agent; the reference at its end is that of the audit."
    >
      <div className="stack">
        <Code lines={[userAgent]} label="User-Agent" isWrapped />
        {sourceAddresses.length === 0 ? null : (
          <>
            <p>Audits come from these addresses:</p>
            <Code lines={sourceAddresses} label="Source addresses" />
          </>
        )}
        <p>With the reference, the operator finds the audit and, where it states authority, who started it.</p>
      </div>
    </Part>
  );
}

/** How an audit meets robots.txt. */
function Robots(): ReactElement {
  return (
    <Part id="robots" title="robots.txt">
      <div className="stack">
        <p>
          A robots.txt that names us limits audits of that site at once, without a claim: only its start page and TLS
          are then asked. Rules for all robots (*) do not limit audits, because most of them are about search engines.
        </p>
        <Code lines={['User-agent: PerimeterAudit', 'Disallow: /']} label="robots.txt" />
      </div>
    </Part>
  );
}

/** How an owner opts out. */
function Out(props: OptOutProps): ReactElement {
  const { contact } = props;
  return (
    <Part id="out" title="How to opt out" about="For owners of domains and operators of networks.">
      <div className="stack">
        <p>
          Prove that the domain or the network is yours. From then on it is refused: running audits are stopped, nothing
          connects to it, whichever domain, alias, mail exchanger or name server leads there, and what is kept of its
          mail servers is forgotten. That holds for all subdomains, for every kind of audit, and for callers who state
          that they may test the domain.
        </p>
        <ClaimForm {...props} />
        <p>
          {contact === null ? (
            'The operator of this service has not named a contact.'
          ) : (
            <>
              Questions, complaints and entries that are to be removed:{' '}
              <a href={contact}>{contact.replace(/^mailto:/u, '')}</a>. The operator deletes what was stored on request.
            </>
          )}
        </p>
        <p className="small quiet">
          Operators exclude a domain or a network with{' '}
          <code>npm run admin -- opt-out add 203.0.113.0/24 &quot;the owner asked&quot;</code>.
        </p>
      </div>
    </Part>
  );
}

/** What audits send, how to recognise them, and how an owner excludes a domain or a network. */
export const OptOutPage = (props: OptOutProps): ReactElement => (
  <Document title="What we send, and how to opt out">
    <div className="wrap page">
      <div className="page-head">
        <div>
          <h1>What we send, and how to opt out</h1>
          <p>Audits observe a domain from outside, as browsers and mail servers do.</p>
        </div>
      </div>
      {props.claim === null && props.mistake === null ? null : <Out {...props} />}
      <Sent ceilings={props.ceilings} />
      <Part id="never" title="What we never do">
        <p>
          No passwords are tried, no exploit is sent, no form is submitted, nothing is written or deleted. We slow down
          for 429 and Retry-After, and run one audit of a domain at a time.
        </p>
      </Part>
      <Recognise {...props} />
      <Robots />
      {props.claim === null && props.mistake === null ? <Out {...props} /> : null}
    </div>
  </Document>
);
