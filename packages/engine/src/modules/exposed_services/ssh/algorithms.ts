import { checkOf } from '../../../catalogue/check-of.ts';
import { sshAlgorithms } from '../../derive/subjects/ssh.ts';
import { firstAndMore } from '../../../evidence/words/text.ts';

/** RFC 9142 section 3: key exchange with SHA-1, and group 1 with its 1,024 bits; names with GSS-API by their prefix (RFC 8732). */
const weakKex =
  /^(?:diffie-hellman-group1-sha1|diffie-hellman-group14-sha1|diffie-hellman-group-exchange-sha1|rsa1024-sha1|gss-(?:gex|group1|group14)-sha1-.*)$/;
/** RFC 8758, RFC 4344: arcfour, and ciphers with 64-bit blocks or in CBC mode; `none` is unencrypted. */
const weakCipher = /^(?:none|arcfour.*|.*-cbc|rijndael-cbc@lysator\.liu\.se)$/;
/** RFC 6151: MD5; tags of 96 bits (RFC 4253 section 6.4); no MAC at all. */
const weakMac = /^(?:none|hmac-md5.*|.*-96(?:-etm@openssh\.com)?)$/;

const list = (names: readonly string[]): string => firstAndMore([...new Set(names)], 8);
const are = (names: readonly string[]): string => (names.length === 1 ? 'is' : 'are');

export const sshKexWeak = checkOf(sshAlgorithms, {
  id: 'ssh-kex-weak',
  title: 'SSH key exchange uses no SHA-1',
  finding: 'Weak SSH key exchange (SHA-1, 1024-bit group)',
  weakness: { cvss: 'cryptoMargin', cwe: [326, 328] },
  passed: 'No key exchange with SHA-1 or a 1,024-bit group is offered',
  judge: ({ kex }) => {
    const weak = kex.filter((name) => weakKex.test(name));
    if (weak.length === 0) return null;
    return {
      subject: weak[0] ?? '',
      description: `${list(weak)} ${are(weak)} offered. The hash is SHA-1${weak.some((name) => /group1-/.test(name)) ? ', and group 1 has 1,024 bits, within reach of precomputation by states' : ''}.`,
    };
  },
});

export const sshHostkeyWeak = checkOf(sshAlgorithms, {
  id: 'ssh-hostkey-weak',
  title: 'SSH host keys sign with modern algorithms',
  finding: 'Weak SSH host key algorithm (DSA, RSA with SHA-1)',
  weakness: { cvss: 'weakCrypto', cwe: [327, 328] },
  passed: 'A host key with a modern signature is offered, and none of DSA',
  judge: ({ hostKeys }) => {
    if (hostKeys.length === 0) return null;
    const dsa = hostKeys.filter((name) => name.startsWith('ssh-dss'));
    const onlySha1 = hostKeys.every((name) => /^ssh-(?:rsa|dss)(?:-cert-v0[01]@openssh\.com)?$/.test(name));
    if (!onlySha1 && dsa.length === 0) return null;
    return {
      subject: dsa[0] ?? 'ssh-rsa',
      description: onlySha1
        ? `Host keys sign by ${list(hostKeys)} alone, with SHA-1. Current clients refuse such signatures, and their users turn the warning off.`
        : `${list(dsa)} ${are(dsa)} offered: DSA keys of SSH have 1,024 bits and sign with SHA-1.`,
    };
  },
});

export const sshCipherWeak = checkOf(sshAlgorithms, {
  id: 'ssh-cipher-weak',
  title: 'SSH offers no weak ciphers or MACs',
  finding: 'Weak SSH ciphers or MACs (CBC, 3DES, arcfour, MD5)',
  weakness: { cvss: 'cryptoMargin', cwe: [327] },
  passed: 'No cipher in CBC mode, arcfour, MD5 or truncated MAC is offered',
  judge: ({ ciphers, macs }) => {
    const weak = [...ciphers.filter((name) => weakCipher.test(name)), ...macs.filter((name) => weakMac.test(name))];
    if (weak.length === 0) return null;
    return { subject: weak[0] ?? '', description: `${list(weak)} ${are(weak)} offered.` };
  },
});

export const sshTerrapin = checkOf(sshAlgorithms, {
  id: 'ssh-terrapin',
  title: 'SSH is protected against prefix truncation',
  finding: 'SSH prefix truncation (Terrapin, CVE-2023-48795)',
  weakness: { cvss: 'weakCrypto', cwe: [354] },
  passed: 'Strict key exchange is offered, or no algorithm that needs it',
  judge: ({ kex, ciphers, macs }) => {
    if (kex.includes('kex-strict-s-v00@openssh.com')) return null;
    const chacha = ciphers.filter((name) => name === 'chacha20-poly1305@openssh.com');
    const hasEtm = macs.some((name) => name.endsWith('-etm@openssh.com'));
    const cbc = hasEtm ? ciphers.filter((name) => name.endsWith('-cbc')) : [];
    const vulnerable = [...chacha, ...cbc];
    if (vulnerable.length === 0) return null;
    return {
      subject: vulnerable[0] ?? '',
      description: `${list(vulnerable)}${cbc.length > 0 ? ', the latter with encrypt-then-MAC,' : ''} ${are(vulnerable)} offered without strict key exchange. An on-path attacker can remove messages from the start of the encrypted channel, such as those that switch on protection against keystroke timing.`,
    };
  },
});

/** Key exchanges that resist a quantum computer: ML-KEM (draft-ietf-sshm-mlkem-hybrid-kex) and Streamlined NTRU Prime. */
const postQuantum = /^(?:mlkem\d+|sntrup761x25519)/;

export const sshPqMissing = checkOf(sshAlgorithms, {
  id: 'ssh-pq-missing',
  title: 'SSH offers post-quantum key exchange',
  finding: 'SSH offers no post-quantum key exchange',
  passed: 'A post-quantum key exchange is offered',
  judge: ({ kex }) =>
    kex.some((name) => postQuantum.test(name))
      ? null
      : {
          informs: true,
          description: `The server offers ${list(kex)}. Sessions that are recorded today can be decrypted by a quantum computer later.`,
        },
});
