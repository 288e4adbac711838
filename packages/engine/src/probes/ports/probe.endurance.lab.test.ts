// probe.lab.test.ts sweeps some hosts, and coverage/network.lab.test.ts judges a host that fails each check; this file sweeps every host.
import { hostsWithServices, testServices } from './testing/services-of-hosts.ts';

testServices(hostsWithServices);
