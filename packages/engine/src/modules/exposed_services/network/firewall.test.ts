import { quietAddress } from '../../../evidence/ports/example.ts';
import type { SweptAddress } from '../../../evidence/ports/schema.ts';
import { closedAt, notAsked, portOf, sweptWith, testRows } from '../testing/evidence.ts';
import { svcFirewallV6Gap } from './firewall.ts';

const six = '2001:db8::10';
const both = (v4: Partial<SweptAddress>, v6: Partial<SweptAddress>, open: readonly number[]) =>
  sweptWith(
    open.map((port) => portOf(port, { address: six })),
    {},
    {
      addresses: [
        { ...quietAddress, ...v4 },
        { ...quietAddress, address: six, ...v6 },
      ],
    },
  );

testRows([
  [svcFirewallV6Gap, 'closed on IPv4 alone', both({ closed: [22, 6379] }, {}, [22, 6379]), 'fail', /22, 6379[^]*-6/],
  [svcFirewallV6Gap, 'dropped on IPv4 alone', both({ silent: [22] }, {}, [22]), 'fail', /22: no answer/],
  [svcFirewallV6Gap, 'closed on both', both({ closed: [22] }, { closed: [22] }, []), 'pass'],
  [
    svcFirewallV6Gap,
    'no answer on IPv6',
    both({ closed: [22] }, { silent: [22], answering: false }, []),
    'inconclusive',
    /filtered/,
  ],
  [svcFirewallV6Gap, 'not asked on IPv4', both({}, {}, [22]), 'pass'],
  [svcFirewallV6Gap, 'a tarpit', both({ closed: [22] }, { tarpit: true }, [22]), 'inconclusive'],
  [svcFirewallV6Gap, 'two hosts', both({ closed: [22] }, { host: 'www.site.lab' }, [22]), 'not-applicable', /No host/],
  [svcFirewallV6Gap, 'one family', closedAt(22), 'not-applicable', /both families/],
  [svcFirewallV6Gap, 'robots.txt bars it', notAsked('robots'), 'inconclusive'],
]);
