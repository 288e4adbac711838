import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import { modules } from '../../modules/registry.ts';
import { deepAudit } from '../testing/deep-audit.ts';

// Properties of lab sites that the tables of passing and failing hosts cannot express: why a check is inconclusive, and
// which of several references it names.

type Evidence = Awaited<ReturnType<typeof deepAudit>>;

const checksOf = (id: string) => modules.find((module) => module.id === id)?.checks ?? assert.fail(id);
const outcomeOf = (id: string, evidence: Evidence) => {
  const check = modules.flatMap(({ checks }) => checks).find((one) => one.id === id) ?? assert.fail(id);
  return check.evaluate(evidence);
};
const subjectsOf = (id: string, evidence: Evidence): string[] => {
  const outcome = outcomeOf(id, evidence);
  return outcome.outcome === 'fail' ? outcome.findings.map(({ subject }) => subject ?? '').toSorted() : [];
};

const http = ['dns', 'endpoints', 'http', 'page', 'behaviour', 'tls', 'certificates'] as const;

sideBySide('sites that are out of the ordinary', () => {
  labTest('mtls.lab: nothing is said of documents that only clients with a certificate get', async () => {
    const evidence = await deepAudit('mtls.lab', http);
    for (const id of ['http_headers', 'content_security_policy', 'cookies', 'page_content'])
      for (const check of checksOf(id)) {
        const { outcome, reason } = check.evaluate(evidence);
        assert.equal(outcome, 'not-applicable', `${check.id}: ${reason}`);
      }
    assert.equal(outcomeOf('tls-client-auth', evidence).outcome, 'informational');
    assert.match(outcomeOf('csp-missing', evidence).reason, /client certificate/);
  });

  labTest('v6only.lab: a site with an IPv6 address alone is read over it', async () => {
    const evidence = await deepAudit('v6only.lab', http);
    for (const id of ['https-missing', 'http-no-redirect', 'hsts-missing'])
      assert.equal(outcomeOf(id, evidence).outcome, 'pass', id);
    assert.equal(outcomeOf('hdr-nosniff', evidence).outcome, 'fail');
    assert.equal(outcomeOf('hdr-v4-v6-gap', evidence).outcome, 'not-applicable');
  });

  labTest('mixed2.lab: each kind of mixed content, from its host, in its class', async () => {
    const evidence = await deepAudit('mixed2.lab', http);
    const at = (...names: string[]) => names.map((name) => `${name}.good.lab`);
    assert.deepEqual(subjectsOf('page-mixed-active', evidence), at('choices', 'frames', 'objects', 'static', 'style'));
    assert.deepEqual(subjectsOf('page-mixed-passive', evidence), at('films', 'pictures', 'sounds'));
  });

  for (const [host, says] of [
    ['sectxt-refused.lab', /status 403/],
    ['sectxt-elsewhere.lab', / to https:\/\/sectxt-ok\.lab/],
  ] as const)
    labTest(`${host}: a security.txt that was not read is neither there nor missing`, async () => {
      const evidence = await deepAudit(host, http);
      for (const id of ['securitytxt-missing', 'securitytxt-invalid', 'securitytxt-expired']) {
        const { outcome, reason } = outcomeOf(id, evidence);
        assert.equal(outcome, 'inconclusive', id);
        assert.match(reason, says);
      }
    });

  for (const [host, says] of [
    ['sectxt-far.lab', /more than a year away/],
    ['sectxt-no-contact.lab', /Contact is missing/],
    ['sectxt-no-expires.lab', /Expires is missing/],
    ['sectxt-two-expires.lab', /Expires is repeated/],
    ['sectxt-type.lab', /media type is not text\/plain/],
    ['sectxt-mark.lab', /byte order mark/],
    ['sectxt-canonical.lab', /Canonical does not name its own address/],
  ] as const)
    labTest(`${host}: its one mistake is named, and no other`, async () => {
      const outcome = outcomeOf('securitytxt-invalid', await deepAudit(host, http));
      assert.ok(outcome.outcome === 'informational');
      const [{ description } = { description: '' }] = outcome.observations;
      assert.match(description, says);
      assert.doesNotMatch(description, /;/);
    });
});
