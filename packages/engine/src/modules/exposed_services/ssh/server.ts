import { outdatedOpenSsh } from '@perimeter/protocols/software/openssh';
import { endedReleasesDate } from '@perimeter/protocols/software/openssh.data';
import { checkOf } from '../../../catalogue/check-of.ts';
import { sshServers } from '../../derive/subjects/ssh.ts';

export const sshProtocol1 = checkOf(sshServers, {
  id: 'ssh-protocol1',
  title: 'SSH protocol 1 is not offered',
  finding: 'SSH protocol version 1 is enabled',
  weakness: { cvss: 'brokenProtocol', cwe: [327] },
  passed: 'Only SSH protocol 2 is offered',
  judge: ({ protocol }) =>
    protocol.startsWith('2.')
      ? null
      : {
          description:
            protocol === '1.99'
              ? 'The server identifies itself with version 1.99: it speaks protocol 1 beside protocol 2, so an on-path attacker can make clients use the older one.'
              : `The server speaks only protocol ${protocol}, whose integrity protection is a CRC that attackers can forge.`,
        },
});

export const sshBannerEol = checkOf(sshServers, {
  id: 'ssh-banner-eol',
  title: 'The OpenSSH version is not known to be unsupported',
  finding: 'End-of-life OpenSSH version',
  weakness: { cvss: 'likelyExploitable', cwe: [1104, 1395] },
  passed: 'The identification names no version whose support has ended',
  judge: ({ software }) => {
    const outdated = outdatedOpenSsh(software);
    if (outdated === null) return null;
    const { version, release } = outdated;
    return {
      confidence: 'potential',
      subject: `OpenSSH ${version}`,
      description: `OpenSSH ${version} is the version of ${release.name}, whose free support ended on ${release.since} (as of ${endedReleasesDate}). Paid support, or a patch without a new version number, does not show in the identification.`,
    };
  },
});
