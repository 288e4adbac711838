import { sshBannerEol, sshProtocol1 } from './server.ts';
import { type Row, sshless, sshSite, testRows } from './testing/evidence.ts';

const named = (identification: string) => sshSite({ identification });
/** A server with only protocol 1 starts no key exchange of protocol 2. */
const heard = (text: string) => sshSite({}, { ssh: null, heard: text });

const rows: Row[] = [
  ...[sshProtocol1, sshBannerEol].flatMap((check): Row[] => [
    [check, 'a modern server', sshSite({}), 'pass'],
    [check, 'the identification alone', heard('SSH-2.0-OpenSSH_9.9\\r\\n'), 'pass'],
    [check, 'a closed port', sshless({ closed: [22] }), 'not-applicable', /No SSH server/],
    [check, 'a filtered port', sshless({ silent: [22], answering: false }), 'inconclusive', /may be filtered/],
    [
      check,
      'a reset',
      sshless({ unseen: [{ port: 22, failure: { reason: 'reset', gap: 'connection-reset' } }] }),
      'inconclusive',
      /port 22/,
    ],
    [check, 'another service', sshSite({}, { service: 'http', heard: 'HTTP/1.1 400' }), 'not-applicable'],
    [check, 'no identification', heard('SSH-'), 'inconclusive', /not identified/],
  ]),
  [sshProtocol1, 'both versions', named('SSH-1.99-Cisco-1.25'), 'fail', /beside protocol 2/],
  [sshProtocol1, 'version 1 alone', heard('SSH-1.5-1.2.27\\n'), 'fail', /only protocol 1\.5/],
  [sshBannerEol, 'an old distribution', named('SSH-2.0-OpenSSH_7.6p1 Ubuntu-4ubuntu0.7'), 'fail', /Ubuntu 18\.04/],
  [sshBannerEol, 'no distribution', named('SSH-2.0-OpenSSH_7.4'), 'fail', /Red Hat Enterprise Linux 7/],
  [sshBannerEol, 'a maintained distribution', named('SSH-2.0-OpenSSH_8.9p1 Ubuntu-3ubuntu0.10'), 'pass'],
  [sshBannerEol, 'another product', named('SSH-2.0-dropbear_2016.74'), 'pass', /names no version/],
];

testRows(rows);
