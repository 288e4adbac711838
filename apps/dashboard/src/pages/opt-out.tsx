import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Code, Part } from '../components/parts.tsx';
import type { OptOutProps } from '../lib/props.ts';

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
      <Part id="sent" title="What we send">
        <ul className="dots stack">
          <li>DNS queries for the domain and its well-known names.</li>
          <li>
            TLS handshakes on the ports of its web and mail servers, to list versions, cipher suites and certificates.
          </li>
          <li>
            SMTP connections to port 25 of its mail servers: EHLO and STARTTLS, with a visit an hour to servers that
            many domains share. MAIL FROM is never sent, so no mail is.
          </li>
          <li>HTTP GET requests for its pages, about as many as a visitor sends in a minute.</li>
          <li>Deep audits test more cipher suites and known TLS flaws, without exploiting them.</li>
        </ul>
      </Part>
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
            forgotten, and the operator deletes what was stored on request.
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
