// One hostility for each way to mislead a resolver is met in dns.lab.test.ts; this file meets all, each in two ways.
import { dnsHostilities } from '@perimeter/lab/hostile/dns';
import { type DnsAttack, testDnsAttacks } from './testing/dns-suite.ts';

testDnsAttacks(
  Object.keys(dnsHostilities).flatMap((kind): DnsAttack[] => [
    { kind, how: 'resolver' },
    { kind, how: 'direct' },
  ]),
);
