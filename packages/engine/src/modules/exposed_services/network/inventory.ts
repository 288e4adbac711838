import { serviceNames } from '@perimeter/protocols/services/services.data';
import { talkOf } from '@perimeter/protocols/services/talks.data';
import type { OpenPort } from '../../../evidence/ports/schema.ts';
import { shorten } from '../../derive/words/text.ts';
import { serviceCheck, serviceText } from '../service-check.ts';

const accessWords = { open: 'answers without a login', guarded: 'refuses strangers', unknown: '' } as const;

function seenText(open: OpenPort): string {
  const usual = talkOf(open.port);
  if (open.service === null)
    return usual === undefined
      ? 'an unknown service'
      : `no known service; ${serviceNames[usual.service]} by its number`;
  return [serviceText(open), accessWords[open.access]].filter((text) => text !== '').join(', ');
}

export const portInventory = serviceCheck({
  id: 'port-inventory',
  title: 'Open ports besides those of the web site',
  finding: 'Open ports',
  services: 'every',
  judge: (open) => ({ description: `TCP port ${open.port} is open: ${seenText(open)}.`, informs: true }),
});

export const svcTlsOtherPorts = serviceCheck({
  id: 'svc-tls-other-ports',
  title: 'TLS on ports besides 443',
  finding: 'TLS on other ports',
  mode: 'deep',
  services: 'every',
  judge: ({ tls, port }) =>
    tls === null
      ? null
      : {
          description: `Port ${port} negotiated ${tls.protocol}; its certificate is for ${shorten(tls.names.join(', ') || tls.subject, 120)}${tls.selfSigned ? ' and self-signed' : ''}.`,
          informs: true,
          isOfCertificate: true,
        },
});
