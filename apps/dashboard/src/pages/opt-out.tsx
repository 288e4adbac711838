import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Code, Part } from '../components/parts.tsx';
import type { OptOutProps } from '../lib/props.ts';

/** Everything that is contacted, by audits of every kind. */
function Sent(): ReactElement {
  return (
    <Part id="sent" title="What we send">
      <ul className="dots stack">
        <li>DNS queries for the domain and its well-known names.</li>
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
        <li>One question about the registration of the domain to its registry (RDAP).</li>
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
      </ul>
    </Part>
  );
}

/** What audits send, how to recognise them, and how an owner excludes a domain. */
export const OptOutPage = ({ userAgent, contact }: OptOutProps): ReactElement => (
  <Document title="What we send, and how to opt out">
    <div className="wrap page">
      <div className="page-head">
        <div>
          <h1>What we send, and how to opt out</h1>
          <p>Audits observe a domain from outside, as browsers and mail servers do.</p>
        </div>
      </div>
      <Sent />
      <Part id="never" title="What we never do">
        <p>
          No passwords are tried, no exploit is sent, no form is submitted, nothing is written or deleted. We slow down
          for 429 and Retry-After, and run one audit of a domain at a time.
        </p>
      </Part>
      <Part id="recognise" title="How to recognise us" about="Every HTTP request carries this User-Agent.">
        <Code lines={[userAgent]} label="User-Agent" isWrapped />
      </Part>
      <Part id="out" title="How to opt out" about="For owners and operators of a domain.">
        <div className="stack">
          <p>
            Write to the operator of this service
            {contact === null ? null : (
              <>
                {' '}
                (<a href={contact}>{contact.replace(/^mailto:/u, '')}</a>)
              </>
            )}{' '}
            from an address at the domain. From then on the domain and all its subdomains are refused, running audits
            are stopped, mail servers with these names are no longer visited for anybody, what was kept of them is
            forgotten, and the operator deletes what was stored on request. That holds for every kind of audit, also for
            callers who state that they may test the domain, and for every connection, whichever domain leads to yours.
          </p>
          <p>
            A robots.txt that names us limits audits of that site at once, without a letter: only its start page and TLS
            are then asked.
          </p>
          <Code lines={['User-agent: PerimeterAudit', 'Disallow: /']} label="robots.txt" />
          <p className="small quiet">
            Operators exclude a domain with{' '}
            <code>npm run admin -- opt-out add example.net &quot;the owner asked&quot;</code>.
          </p>
        </div>
      </Part>
    </div>
  </Document>
);
