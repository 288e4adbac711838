import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase64 } from '@perimeter/protocols/dns/encodings';
import { echConfig, echConfigList } from '@perimeter/protocols/tls/testing/ech-config';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { answersBehindServices, namesBehind } from './service-names.ts';

const ech = toBase64(echConfigList(echConfig('public.example'), echConfig('Next.example')));

test('a record refers to its target and its public names', () => {
  assert.deepEqual(namesBehind(`1 cdn.example ech=${ech}`), ['cdn.example', 'public.example', 'next.example']);
  assert.deepEqual(namesBehind('1 . alpn=h2'), []);
  assert.deepEqual(namesBehind('0 cdn.example'), ['cdn.example']);
  assert.deepEqual(namesBehind('0 .'), []);
  assert.deepEqual(namesBehind('1 . ech=AAAA'), []);
});

const answer = (name: string, type: string, ...data: string[]): DnsAnswer => ({
  name,
  type,
  status: data.length === 0 ? 'nodata' : 'answer',
  authenticated: false,
  transport: 'udp',
  cnames: [],
  records: data.map((one) => ({ name, type, ttl: 60, data: one })),
  extendedErrors: [],
});

async function askedFor(...answers: DnsAnswer[]): Promise<string[]> {
  const asked: string[] = [];
  const resolver = {
    servers: [],
    exchange: () => assert.fail('No messages are needed'),
    query: async (name: string, type: string) => {
      asked.push(`${type} ${name}`);
      return answer(name, type);
    },
  };
  const { serviceAnswers = [] } = await answersBehindServices(
    { resolver, signal: new AbortController().signal },
    answers,
  );
  assert.deepEqual(
    serviceAnswers.map(({ name, type }) => `${type} ${name}`),
    asked,
  );
  return asked;
}

test('further names are looked up, up to a limit', async () => {
  assert.deepEqual(await askedFor(answer('site.lab', 'HTTPS', '1 . alpn=h2')), []);
  assert.deepEqual(await askedFor(answer('site.lab', 'HTTPS', '1 www.site.lab'), answer('www.site.lab', 'A')), [
    'AAAA www.site.lab',
  ]);
  assert.deepEqual(await askedFor(answer('site.lab', 'HTTPS', '0 cdn.example')), [
    'A cdn.example',
    'AAAA cdn.example',
    'HTTPS cdn.example',
  ]);
  const many = Array.from({ length: 20 }, (_, i) => `1 cdn${i}.example`);
  assert.equal((await askedFor(answer('site.lab', 'HTTPS', ...many))).length, 8);
});

test('aliases of alias targets are followed, up to a limit', async () => {
  const resolver = {
    servers: [],
    exchange: () => assert.fail('No messages are needed'),
    query: async (name: string, type: string) =>
      type === 'HTTPS' ? answer(name, type, `0 ${next[name] ?? `x.${name}`}`) : answer(name, type),
  };
  const next: Record<string, string> = { 'a.example': 'b.example', 'b.example': 'a.example' };
  const followed = async (target: string): Promise<string[]> => {
    const { signal } = new AbortController();
    const behind = await answersBehindServices({ resolver, signal }, [answer('site.lab', 'HTTPS', `0 ${target}`)]);
    return (behind.serviceAnswers ?? []).map(({ name, type }) => `${type} ${name}`);
  };
  assert.deepEqual(
    await followed('a.example'),
    ['a', 'b'].flatMap((name) => ['A', 'AAAA', 'HTTPS'].map((type) => `${type} ${name}.example`)),
  );
  assert.equal((await followed('endless.example')).length, 3 * 8);
});
