import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import { testRows, transportOf } from '../testing/evidence.ts';
import { mailClientSrv } from './services.ts';

type ClientService = MailTransportEvidence['clientServices'][number];

const service = (name: ClientService['service'], port: number, target = 'mail.site.lab'): ClientService => ({
  service: name,
  status: 'answer',
  targets: [{ priority: 0, weight: 1, port, target }],
});
const silent = (name: ClientService['service']): ClientService => ({
  service: name,
  status: 'failed',
  targets: [],
  failure: { reason: 'timeout', gap: 'nothing-answered' },
});
const services = (...clientServices: ClientService[]) => transportOf({ clientServices });

testRows([
  [mailClientSrv, 'both kinds', services(service('imap', 143), service('imaps', 993)), 'pass'],
  [mailClientSrv, 'TLS only', services(service('submissions', 465), service('imap', 0, '')), 'pass'],
  [mailClientSrv, 'plaintext only', services(service('imap', 143), service('imaps', 0, '')), 'fail', /_imap[^]*_imaps/],
  [mailClientSrv, 'none', services(), 'not-applicable'],
  [mailClientSrv, 'no answer for the kind with TLS', services(service('imap', 143), silent('imaps')), 'inconclusive'],
  [mailClientSrv, 'no answer at all', services(silent('imap')), 'inconclusive'],
]);
