import { portOf, serviceAt, serviceRows, sweptWith, testRows } from '../testing/evidence.ts';
import { svcSmb, svcWindowsMgmt } from './windows.ts';

testRows([
  ...serviceRows(svcSmb, serviceAt(445, 'smb', 'unknown', { marks: ['smb1'] }), 'fail', /accepts SMB 1/),
  [svcSmb, 'SMB 2', sweptWith([serviceAt(445, 'smb', 'unknown', { marks: ['smb2'] })]), 'fail', /on port 445\. Exp/],
  [svcSmb, 'NetBIOS', sweptWith([serviceAt(139, 'smb', 'unknown')]), 'fail', /NetBIOS/],
  ...serviceRows(svcWindowsMgmt, portOf(135), 'fail', /endpoint mapper/),
  [svcWindowsMgmt, 'WinRM', sweptWith([serviceAt(5985, 'winrm', 'open')]), 'fail', /over HTTP\) accepts/],
  [svcWindowsMgmt, 'a port that says nothing', sweptWith([portOf(5985)]), 'inconclusive', /did not identify/],
]);
