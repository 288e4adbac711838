import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { startTlsBreaker } from '@perimeter/lab/servers/tls/tls-breaker';
import { readEngineSettings } from '../../settings/read-settings.ts';
import { labAudit } from '../testing/lab-audit.ts';
import { diagnose } from './doctor.ts';

/** Hosts of different owners, and where an intercepting proxy leads their addresses. */
const addresses = ['203.0.113.101:443', '[2001:db8:113::101]:443', '192.0.2.200:443', '203.0.113.160:443'];

function settingsOf(changes: Readonly<Record<string, string>>) {
  const read = readEngineSettings({ ...process.env, ...changes });
  assert.ok(read.ok, JSON.stringify(read));
  return read.settings;
}

const through = (place: string): string => JSON.stringify(Object.fromEntries(addresses.map((from) => [from, place])));

labTest('doctor finds everything open in the lab', async () => {
  const { vantage, signatures, controls, problems } = await diagnose(
    settingsOf({ PERIMETER_CONTROL_NAMES: 'good.lab,cert-public.lab' }),
  );
  const { clockOffsetSeconds, ...others } = vantage;
  assert.deepEqual(others, {
    ipv4: 'yes',
    ipv6: 'yes',
    resolverUdp: 'yes',
    resolverTcp: 'yes',
    port53: 'open',
    port25: 'unknown',
    tls: 'untouched',
    tlsIssuer: null,
  });
  assert.ok(clockOffsetSeconds !== null && Math.abs(clockOffsetSeconds) <= 2, String(clockOffsetSeconds));
  assert.equal(signatures, 'yes');
  assert.deepEqual(
    controls.map(({ issuer }) => issuer),
    ['public', 'public'],
  );
  assert.deepEqual(problems, []);
});

labTest('doctor takes port 25 from the setting, or from the control host that it names', async () => {
  const port25 = async (setting: string) =>
    (await diagnose(settingsOf({ PERIMETER_CONTROL_NAMES: 'good.lab', PERIMETER_SMTP_EGRESS: setting }))).vantage
      .port25;
  assert.equal(await port25('blocked'), 'blocked');
  assert.equal(await port25('203.0.113.150:25'), 'open');
  assert.equal(await port25('203.0.113.12:25'), 'blocked');
});

labTest('doctor finds a resolver that is silent, and no way out', async () => {
  const { vantage, problems } = await diagnose(
    settingsOf({ PERIMETER_CONTROL_NAMES: 'good.lab', PERIMETER_RESOLVERS: '127.0.0.1:9' }),
  );
  assert.deepEqual([vantage.resolverUdp, vantage.resolverTcp, vantage.ipv4], ['no', 'no', 'unknown']);
  assert.deepEqual([vantage.tls, vantage.port53, vantage.clockOffsetSeconds], ['unknown', 'unknown', null]);
  assert.match(problems.join(' '), /The DNS resolver does not answer/u);
});

labTest('doctor and audits find a proxy that intercepts TLS: one issuer for unrelated names', async () => {
  const proxy = await startTlsBreaker();
  try {
    const variables = {
      PERIMETER_CONTROL_NAMES: 'good.lab,cert-public.lab',
      PERIMETER_DIAL_MAP: through(proxy.place),
    };
    const { vantage, problems } = await diagnose(settingsOf(variables));
    assert.deepEqual([vantage.tls, vantage.tlsIssuer], ['intercepted', proxy.issuer]);
    assert.match(problems.join(' '), /A proxy intercepts TLS/u);

    const { coverage, modules, findings, score } = (await labAudit('bad.lab', { variables })).report;
    assert.deepEqual([coverage.vantage?.tls, coverage.vantage?.tlsIssuer], ['intercepted', proxy.issuer]);
    assert.deepEqual(
      findings.filter(({ checkId }) => /^(?:tls|vuln)-|^cert-/u.test(checkId)),
      [],
    );
    const certificates = modules.find(({ id }) => id === 'certificates')?.checks ?? [];
    const untrusted = certificates.find(({ id }) => id === 'cert-untrusted');
    assert.equal(untrusted?.outcome, 'inconclusive');
    assert.match(untrusted.reason, /^tls_intercepted: .*Lab Inspection Proxy signs for bad\.lab, good\.lab/u);
    assert.ok(score.notAssessed?.includes('tls'));
  } finally {
    await proxy.stop();
  }
});

labTest('an unknown issuer is not reported as a proxy if the control names have public certificates', async () => {
  const variables = { PERIMETER_CONTROL_NAMES: 'good.lab,cert-public.lab' };
  const { report } = await labAudit('cert-untrusted.lab', { variables });
  assert.notEqual(report.coverage.vantage?.tls, 'intercepted');
  assert.ok(report.findings.some(({ checkId }) => checkId === 'cert-untrusted'));
});
