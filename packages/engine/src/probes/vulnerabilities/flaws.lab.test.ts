import { waitSideBySide } from '@perimeter/lab/harness';
import { testFlaws, testPipelined, testUpgrade } from './testing/lab-flaws.ts';

// Each flaw is judged in coverage/attacks.lab.test.ts; here are one host of each kind, and how it is with renegotiation.

waitSideBySide('hosts of the lab', () => {
  testFlaws('good.lab', [], [0, 1]);
  testFlaws('pq.lab', [], [3, 4]);
  testFlaws('gnutls.lab', [], [10, 10]);
  testFlaws('tls13.lab', [], null);
  testFlaws('old101.lab', ['earlyCcs', 'openssl-2016-2107'], [10, 10]);
  testFlaws('cross-name.lab', ['crossNameResumption']);
  testUpgrade('opossum.lab', true);
  testUpgrade('bad.lab', false);
  testPipelined('starttls-inject.lab', { imap: true, pop3: true });
  testPipelined('starttls-sound.lab', { imap: false, pop3: false });
});
