import assert from 'node:assert/strict';
import { undelegatedDomains, unregistrableHosts } from '@perimeter/lab/sites/reference-sites';
import { labTest } from '@perimeter/lab/harness';
import type { Registration } from '../../evidence/registration.ts';
import { judgeEvidence } from '../report.ts';
import { deepAudit } from '../testing/deep-audit.ts';

labTest(
  'no reference to a host that nobody can register is a critical finding, whatever record it stands in',
  async () => {
    const evidence = await deepAudit('unregistrable.lab');
    const judged = judgeEvidence(evidence, { id: 'aud_lab', completedAtMs: Date.now() }, (where) => assert.fail(where));
    assert.ok(judged.ok);
    const { findings, modules } = judged.report;
    assert.deepEqual(
      findings
        .filter(({ severity }) => severity === 'critical')
        .map(({ checkId, evidence: proof }) => [checkId, proof]),
      [],
    );
    // The audit saw every reference: hosts of the page, mail servers, aliases, services and delegations.
    const { page, names, mailAuth, behaviour } = evidence;
    const hosts = new Set(
      page?.documents.flatMap(({ facts }) => facts.resources.map(({ url }) => new URL(url).hostname)),
    );
    assert.ok(unregistrableHosts.every((host) => hosts.has(new URL(`https://${host}/`).hostname)));
    assert.ok((names?.inventory.filter(({ aliases }) => aliases.length > 0).length ?? 0) >= 10);
    assert.ok(behaviour !== undefined && mailAuth !== undefined);

    const references = [...(page?.references ?? []), ...(names?.references ?? []), ...mailAuth.references];
    const registrations = new Map(references.map(({ registration }) => [registration.domain, registration]));
    // A name that cannot exist in public DNS is no reference; names below a missing zone have its parent's answer.
    const others = [...registrations.keys()].filter((domain) => !domain.endsWith('.lab'));
    assert.deepEqual(new Set(others.map((domain) => domain.split('.').at(-1))), new Set(['nosuchzone', 'intranet']));
    assert.ok(undelegatedDomains.every((domain) => others.includes(domain)));
    for (const domain of others) {
      const { status, answers } = registrations.get(domain) ?? assert.fail(domain);
      assert.equal(status, 'unregistrable' satisfies Registration['status'], domain);
      assert.deepEqual([answers?.denial?.zone, answers?.registry], ['.', null], domain);
    }
    // Delegations to impossible servers have no answer, which leaves the names below them open.
    const outcomes = new Map(modules.flatMap(({ checks }) => checks).map(({ id, outcome }) => [id, outcome]));
    for (const id of [
      'page-thirdparty-dead',
      'csp-host-dangling',
      'spf-include-unregistered',
      'mail-report-unregistered',
    ])
      assert.equal(outcomes.get(id), 'pass', id);
    for (const id of ['mx-unregistered', 'sub-srv-dangling']) assert.equal(outcomes.get(id), 'pass', id);
    for (const id of ['sub-cname-unregistered', 'sub-mx-unregistered', 'sub-ns-unclaimed', 'sub-acme-delegation'])
      assert.equal(outcomes.get(id), 'inconclusive', id);
    assert.equal(outcomes.get('sub-cname-nxdomain'), 'informational');
  },
);
