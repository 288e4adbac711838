import type { OpenPort } from '../../../evidence/ports/schema.ts';
import { portNames } from '../port-names.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices, whereThere, whereMute, coveredBy, whereOpen } from '../../derive/subjects/ports.ts';
import { serviceText } from '../../derive/network/swept.ts';

const onlyFromVpn = 'Expected: reachable from a VPN or named addresses only.';

export const svcTelnet = checkOf(portsOfServices(['telnet']), {
  id: 'svc-telnet',
  title: 'Telnet is not open to the internet',
  finding: 'Telnet service exposed',
  weakness: { cvss: 'luredInterception', cwe: [319] },
  judge: whereThere(
    ({ port }) => `Telnet answers on port ${port}: logins and sessions cross the network in plaintext. Expected: SSH.`,
  ),
});

export const svcRservices = checkOf(portsOfServices(['rservice']), {
  id: 'svc-rservices',
  title: 'Services rexec, rlogin and rsh are not open to the internet',
  finding: 'Plaintext remote shell (rsh, rlogin or rexec) exposed',
  weakness: { cvss: 'luredInterception', cwe: [319, 291] },
  mode: 'deep',
  judge: whereMute(
    ({ port }) =>
      `Port ${port} (${portNames[port] ?? 'r-service'}) accepts connections. These services trust addresses and send passwords in plaintext. Expected: SSH.`,
    ({ port }) => (port === 514 ? 'potential' : 'firm'),
  ),
});

const hasNoNla = ({ marks }: OpenPort): boolean => marks.includes('no-nla');

export const svcRdp = checkOf(portsOfServices(['rdp']), {
  id: 'svc-rdp',
  title: 'Remote Desktop is not open to the internet',
  finding: 'Remote Desktop (RDP) exposed',
  weakness: { cvss: 'limitedAvailability', cwe: [668] },
  judge: (open) => {
    if (hasNoNla(open)) return coveredBy('svc-rdp-no-nla');
    if (open.service === null) return null;
    return {
      description: `Remote Desktop answers on port ${open.port}. Network Level Authentication is required, but anybody can guess passwords and reach the service. ${onlyFromVpn}`,
    };
  },
});

export const svcRdpNoNla = checkOf(portsOfServices(['rdp']), {
  id: 'svc-rdp-no-nla',
  title: 'Remote Desktop requires Network Level Authentication',
  finding: 'Remote Desktop without Network Level Authentication',
  weakness: { cvss: 'likelyExploitable', cwe: [306, 668] },
  judge: (open) =>
    hasNoNla(open)
      ? {
          description: `Remote Desktop on port ${open.port} accepts connections without Network Level Authentication: strangers reach its login screen and flaws before the login, such as BlueKeep in Windows. ${onlyFromVpn}`,
        }
      : null,
});

export const svcVnc = checkOf(portsOfServices(['vnc']), {
  id: 'svc-vnc',
  title: 'VNC is not open to the internet',
  finding: 'VNC service exposed',
  weakness: { cvss: 'cleartextInterception', cwe: [319, 668] },
  judge: (open) =>
    open.access === 'open'
      ? coveredBy('svc-vnc-noauth')
      : open.service === null
        ? null
        : {
            description: `VNC (RFB ${open.version ?? 'of an unknown version'}) answers on port ${open.port}: ${open.marks.includes('vnc-encrypted') ? 'its sessions are encrypted, but passwords' : 'screen and keys can cross the network in plaintext, and short passwords'} can be guessed. ${onlyFromVpn}`,
          },
});

export const svcVncNoauth = checkOf(portsOfServices(['vnc']), {
  id: 'svc-vnc-noauth',
  title: 'VNC requires a login',
  finding: 'VNC without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  judge: whereOpen(
    ({ port }) => `VNC on port ${port} offers the security type None: anybody sees and controls the screen.`,
  ),
});

export const svcX11Adb = checkOf(portsOfServices(['x11', 'adb']), {
  id: 'svc-x11-adb',
  title: 'X11 and Android Debug Bridge are not open to strangers',
  finding: 'X11 or Android Debug Bridge without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  mode: 'deep',
  judge: whereOpen(
    (open) =>
      `${serviceText(open)} on port ${open.port} opens a session for anybody: screen, keys and shell are theirs.`,
  ),
});
