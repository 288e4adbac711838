import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { typeName } from '@perimeter/protocols/dns/types';
import { dnssecPath } from '../../evidence/dns/dnssec-path.ts';
import { dnsEvidence } from '../../evidence/dns/schema.ts';
import { createResolver } from '../../net/resolver/resolver.ts';
import { reply, rr, startScriptedServer } from '../../net/resolver/scripted-server.ts';
import { contextOfProbe } from '../probe.ts';
import { testContext } from '../testing/context.ts';
import { dnsProbe } from './probe.ts';

const a = rr('good.lab', 'A', '203.0.113.101');

/** The context of an audit whose resolver only knows one address of good.lab. */
async function contextFor(t: TestContext, domain: string, trustAnchors: string | null = null) {
  const server = await startScriptedServer((query) => {
    const [question] = query.questions;
    return [reply(query, question?.name === 'good.lab' && question.type === 1 ? { answers: [a] } : {})];
  });
  t.after(server.close);
  const context = testContext({
    target: { domain, registrableDomain: 'good.lab', startedAtMs: Date.UTC(2026, 0) },
    resolver: createResolver({ servers: [server], tryTimeoutsMs: [60_000] }),
    settings: { trustAnchors },
    signal: AbortSignal.timeout(60_000),
  });
  const asked = () =>
    server.received.map(({ message: { questions, flags } }) => {
      const [{ name, type } = { name: '', type: 0 }] = questions;
      return `${name} ${typeName(type)}${flags.checkingDisabled ? ' CD' : ''}`;
    });
  return { context, asked };
}

test('the DNS probe and its chain send each question once with CD; the resolver only validates its own anchor', async (t) => {
  const { context, asked } = await contextFor(t, 'good.lab');
  const { evidence } = await dnsProbe.run(context, {});
  const types = ['A', 'AAAA', 'CAA', 'CNAME', 'DNSKEY', 'DS', 'HTTPS', 'MX', 'NS', 'SOA', 'TXT'];
  const wanted = [
    ...types.map((type) => `good.lab ${type} CD`),
    ...['A', 'AAAA', 'HTTPS'].map((type) => `www.good.lab ${type} CD`),
    ...['www.good.lab DS', 'www.good.lab DNSKEY', 'lab DS', 'lab DNSKEY'].map((question) => `${question} CD`),
    '. DNSKEY CD',
    '. SOA CD',
    '. SOA',
    'perimeter-control DS CD',
  ];
  assert.deepEqual(asked().toSorted(), wanted.toSorted());
  assert.equal(evidence.questionsAsked, asked().length);
  assert.equal(evidence.queriesSent, asked().length);
  assert.deepEqual(dnsEvidence.parse(evidence), evidence);
  assert.equal(
    evidence.answers.find(({ name, type }) => name === 'good.lab' && type === 'A')?.records[0]?.data,
    '203.0.113.101',
  );
  assert.equal(evidence.answers.find(({ name, type }) => name === 'good.lab' && type === 'MX')?.status, 'nodata');
});

test('queries that another probe sent before or meanwhile are not counted', async (t) => {
  const { context, asked } = await contextFor(t, 'good.lab');
  const { resolver, signal } = contextOfProbe(context);
  await resolver.query('good.lab', 'MX', { signal });
  const other = resolver.query('other.lab', 'A', { signal });
  const { evidence } = await dnsProbe.run(contextOfProbe(context), {});
  await other;
  assert.equal(evidence.questionsAsked, asked().length - 1);
  assert.equal(evidence.queriesSent, asked().length - 2);
});

test('the registrable domain of a target below it is queried too, and a www host has no www host', async (t) => {
  const { context, asked } = await contextFor(t, 'www.good.lab');
  await dnsProbe.run(context, {});
  const names = new Set(
    asked()
      .filter((question) => !/ (?:DS|DNSKEY) CD$|^\./u.test(question))
      .map((question) => question.split(' ')[0]),
  );
  assert.deepEqual([...names].toSorted(), ['good.lab', 'www.good.lab']);
  assert.ok(asked().includes('good.lab CAA CD'));
});

test('with a resolver that returns no keys everything is indeterminate, and this is reported', async (t) => {
  const { context } = await contextFor(t, 'good.lab');
  const { dnssec, resolver, answers } = (await dnsProbe.run(context, {})).evidence;
  assert.deepEqual(dnssec, {
    status: 'indeterminate',
    steps: [{ name: '.', type: 'DNSKEY', zone: '.', status: 'indeterminate', reason: 'stripped' }],
  });
  assert.deepEqual(resolver, {
    dnssecAware: { known: true, value: false },
    validates: { known: true, value: false },
  });
  assert.ok(
    answers.every(({ security, securityReason }) => `${security} ${securityReason}` === 'indeterminate stripped'),
  );
});

test('invalid trust anchors make the chain indeterminate', async (t) => {
  const { context } = await contextFor(t, 'good.lab', 'not an anchor');
  const { dnssec } = (await dnsProbe.run(context, {})).evidence;
  assert.equal(dnssec.status, 'indeterminate');
  assert.match(dnssecPath(dnssec.steps)[0] ?? '', /^The trust anchors cannot be read/);
});

test('a cancelled audit has failed answers, not missing ones', async (t) => {
  const { context, asked } = await contextFor(t, 'good.lab');
  const { evidence } = await dnsProbe.run(contextOfProbe({ ...context, signal: AbortSignal.abort() }), {});
  assert.equal(evidence.answers.length, 14);
  assert.ok(evidence.answers.every(({ failure }) => failure?.reason === 'cancelled'));
  assert.equal(evidence.dnssec.status, 'indeterminate');
  assert.deepEqual(asked(), []);
});
