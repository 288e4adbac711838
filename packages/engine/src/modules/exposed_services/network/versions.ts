import { outdatedService } from '@perimeter/protocols/software/outdated-service';
import { defaultCertificates } from './default-certificates.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices, quoteCertificate } from '../../derive/subjects/ports.ts';
import { shorten } from '../../../evidence/words/text.ts';

export const svcEolVersion = checkOf(portsOfServices('every'), {
  id: 'svc-eol-version',
  title: 'Services run versions that still get security fixes',
  finding: 'Service version past its end of support',
  weakness: { cvss: 'likelyExploitable', cwe: [1104] },
  judge: (open) => {
    const { product, version, service, heard, port } = open;
    const outdated = version === null ? null : outdatedService(product ?? service ?? '', version, heard);
    return outdated === null
      ? null
      : {
          description: `${outdated.name} ${shorten(version ?? '', 60)} on port ${port} gets no security fixes since ${outdated.since}${outdated.by === null ? '' : ` (${outdated.by})`}. The version is what the service says; it was not tested for flaws.`,
          confidence: 'potential',
          subject: outdated.name,
        };
  },
});

export const svcTlsDefaultCert = checkOf(portsOfServices('every'), {
  id: 'svc-tls-default-cert',
  title: 'No port shows the certificate that a product came with',
  finding: 'Default certificate of a product on an open port',
  weakness: { cvss: 'smallLeak', cwe: [1188] },
  judge: (open) => {
    const { tls, port } = open;
    if (tls === null) return null;
    const names = [tls.subject, ...tls.names].join('\n');
    const row = defaultCertificates.find(({ mark }) => mark.test(names));
    // Vendors and customers also order certificates with these names from public CAs.
    if (row === undefined || !(tls.selfSigned || row.mark.test(tls.issuer))) return null;
    return {
      description: `Port ${port} shows the default certificate of ${row.product} (${shorten(tls.subject, 100)}): an interface that was not set up for the internet. Clients cannot verify it.`,
      subject: row.product,
      evidence: quoteCertificate(open),
    };
  },
});
