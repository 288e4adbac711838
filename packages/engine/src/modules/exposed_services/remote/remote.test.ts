import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import { loginRows, portOf, serviceAt, serviceRows, sweptWith, testRows } from '../testing/evidence.ts';
import { svcRdp, svcRdpNoNla, svcRservices, svcTelnet, svcVnc, svcVncNoauth, svcX11Adb } from './remote.ts';

const nla = serviceAt(3389, 'rdp', 'unknown', { marks: ['nla'] });
const noNla = serviceAt(3389, 'rdp', 'unknown', { marks: ['no-nla'] });
const vnc = serviceAt(5900, 'vnc', 'guarded', { version: '003.008', heard: 'RFB 003.008\\n', sent: 'RFB 003.008\\n' });
const openVnc = { ...vnc, access: 'open' as const, marks: ['vnc-none' as const] };

testRows([
  ...serviceRows(
    svcTelnet,
    serviceAt(23, 'telnet', 'unknown', { marks: ['telnet-options'] }),
    'fail',
    /Telnet answers/,
  ),
  [svcTelnet, 'a port that says nothing', sweptWith([portOf(23)]), 'inconclusive', /did not identify/],
  [svcTelnet, 'at another port', sweptWith([serviceAt(8023, 'telnet', 'unknown')]), 'fail', /port 8023/],
  ...serviceRows(svcRservices, portOf(513), 'fail', /rlogin/),
  [svcRservices, 'another service', sweptWith([portOf(513, { heard: 'x' })]), 'inconclusive', /not recognised/],
  ...serviceRows(svcRdp, nla, 'fail', /Network Level Authentication is required/),
  [svcRdp, 'without NLA', sweptWith([noNla]), 'not-applicable', /Reported as svc-rdp-no-nla/],
  ...serviceRows(svcRdpNoNla, noNla, 'fail', /without Network Level Authentication/),
  [svcRdpNoNla, 'with NLA', sweptWith([nla]), 'pass'],
  ...serviceRows(svcVnc, vnc, 'fail', /RFB 003\.008[^]*s\.sendall\(b'RFB 003\.008\\n'\)/),
  ...serviceRows(svcVnc, { ...vnc, marks: ['vnc-encrypted'] }, 'fail', /its sessions are encrypted, but passwords/),
  [svcVnc, 'without a login', sweptWith([openVnc]), 'not-applicable', /svc-vnc-noauth/],
  ...loginRows(svcVncNoauth, openVnc, /security type None/),
  ...loginRows(svcX11Adb, serviceAt(6000, 'x11', 'open'), /X11 on port 6000/),
]);

test('port 514 may be syslog instead', () => {
  const sureOf = (port: number) => draftsOf(svcRservices.evaluate(sweptWith([portOf(port)])))[0];
  const [shell, login] = [sureOf(514), sureOf(513)];
  assert.ok(shell !== undefined && 'confidence' in shell && shell.confidence === 'potential');
  assert.ok(login !== undefined && 'confidence' in login && login.confidence === 'firm');
});

test('a finding on a server shared with other customers is firm, and names who can close the port', () => {
  const [draft] = draftsOf(
    svcTelnet.evaluate(sweptWith([serviceAt(23, 'telnet', 'unknown')], { sharedWith: 'h.lab' })),
  );
  assert.ok(draft !== undefined && 'confidence' in draft && draft.confidence === 'firm');
  assert.match(draft.description, /The server is shared/);
});
