import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandKind } from './command-kind.ts';

test('commands are of one kind that run the same programs, wherever to and whatever they look for', () => {
  const kinds: readonly (readonly [command: string, kind: string])[] = [
    ['dig A a.lab', 'dig'],
    ['dig +norecurse @203.0.113.2 NS a.lab; dig NS b.lab', 'dig'],
    ["curl -sk --compressed https://a.lab/ | grep -aioE '<title>|x;y'", 'curl | grep'],
    ['nmap -Pn -p 22 198.18.0.1', 'nmap'],
    ['nmap -6 -Pn -p 443 --host-timeout 90s --script ssl-ccs-injection 2001:db8::1', 'nmap ssl-ccs-injection'],
    ['openssl s_client -connect a.lab:443 </dev/null  # needs OpenSSL 1.0.2: later; ones', 'openssl s_client'],
    ['openssl s_client -connect a.lab:443 </dev/null | openssl x509 -noout', 'openssl s_client | openssl x509'],
  ];
  for (const [command, kind] of kinds) assert.equal(commandKind(command), kind, command);
});
