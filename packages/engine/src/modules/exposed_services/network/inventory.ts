import { serviceNames } from '@perimeter/protocols/services/services.data';
import { talkOf } from '@perimeter/protocols/services/talks.data';
import type { OpenPort } from '../../../evidence/ports/schema.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices, quoteCertificate } from '../../derive/subjects/ports.ts';
import { serviceText } from '../../derive/network/swept.ts';
import { shorten } from '../../../evidence/words/text.ts';

const accessWords = { open: 'answers without a login', guarded: 'refuses strangers', unknown: '' } as const;

function seenText(open: OpenPort): string {
  const usual = talkOf(open.port);
  if (open.service === null)
    return usual === undefined
      ? 'an unknown service'
      : `no known service; ${serviceNames[usual.service]} by its number`;
  return [serviceText(open), accessWords[open.access]].filter((text) => text !== '').join(', ');
}

export const portInventory = checkOf(portsOfServices('every'), {
  id: 'port-inventory',
  title: 'Open ports besides those of the web site',
  finding: 'Open ports',
  judge: (open) => ({ description: `TCP port ${open.port} is open: ${seenText(open)}.`, informs: true }),
});

export const svcTlsOtherPorts = checkOf(portsOfServices('every'), {
  id: 'svc-tls-other-ports',
  title: 'TLS on ports besides 443',
  finding: 'TLS on other ports',
  mode: 'deep',
  judge: ({ tls, ...open }) =>
    tls === null
      ? null
      : {
          description: `Port ${open.port} negotiated ${tls.protocol}; its certificate is for ${shorten(tls.names.join(', ') || tls.subject, 120)}${tls.selfSigned ? ' and self-signed' : ''}.`,
          informs: true,
          evidence: quoteCertificate({ ...open, tls }),
        },
});
